# Shared by the scripts of this folder and others that start Apache HBase. Sourced after $here, this
# folder, is set.
source "$here/../java.sh"

fail() {
  echo "clients: $*" >&2
  exit 1
}

# json_field LINE NAME: a number or string of a flat JSON object.
json_field() {
  sed -E "s/.*\"$2\" *: *\"?([^\",}]*).*/\1/" <<< "$1"
}
