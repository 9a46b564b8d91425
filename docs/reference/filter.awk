# Makes Doxygen see the comments of the public headers, which are plain, by the rules they are
# written by:
#
#   - the first comment of a file documents the file, and the type that it begins with ("Cell: ...");
#   - a comment before a declaration documents it and those that follow without a blank line;
#   - a comment at the end of a line documents what stands before it.
#
# Also takes out of its sight what is not for readers: the ABI namespace, the export macros, and
# special members that only say = default or = delete.

# Text as it stands: nothing in it is a command, a tag or a link, but `code` stays code.
function escape(text,    parts, count, i, result) {
  count = split(text, parts, "`")
  for (i = 1; i <= count; i++) {
    if (i % 2) gsub(/[\\@<>#&]/, "\\\\&", parts[i])
    result = result (i > 1 ? "`" : "") parts[i]
  }
  return result
}
# A comment's line without its slashes. Two more spaces than in a sentence: an example, word for word.
function comment(line) {
  sub(/^ *\/\/ ?/, "", line)
  return "///" (line ~ /^  / ? "     " line : (line == "" ? "" : " ") escape(line))
}
function indent_of(line) {
  match(line, /^ */)
  return RLENGTH
}

BEGIN { in_opening = 1 }
/^inline namespace v[0-9]+ {$/ || /^}  \/\/ namespace v[0-9]+$/ { next }
{ gsub(/BASALT_EXPORT /, "") }
# The comment's lines are kept until the declaration comes.
/^ *\/\// {
  if (in_opening) {
    opening = opening comment($0) "\n"
    if (NR == 1 && match($0, /^\/\/ [A-Z][A-Za-z]*:/)) main_type = substr($0, 4, RLENGTH - 4)
    next
  }
  if (!in_comment) documentation = ""
  in_comment = 1
  documentation = documentation comment($0) "\n"
  next
}
in_opening {
  in_opening = 0
  printf "/// \\file\n///\n%s\n", opening
}
# What ends the declarations that a comment stands for. A comment that a blank line follows is about
# the section.
/^ *$/ || /^ *(public|protected|private):/ || /^ *}/ || /^#(if|endif|include|pragma)/ || /^namespace/ {
  in_comment = 0
  documentation = ""
  sub(/  \/\/ namespace.*/, "")
  print
  next
}
/ = (default|delete);$/ && !in_comment && !/virtual/ { next }
{
  # A line further in than the declaration that the comment belongs to is a part of it.
  begins = in_comment || indent_of($0) <= depth
  if (in_comment) depth = indent_of($0)
  in_comment = 0
  text = begins ? documentation : ""
  is_type = $0 ~ /^ *(class|struct|enum class|template)/ && $0 !~ /;$/
  if (is_type && main_type != "" &&
      $0 ~ "^(class|struct|enum class) (\\[\\[[a-z]*\\]\\] )?" main_type "( |$)") {
    text = opening (documentation == "" ? "" : "///\n" documentation)
  }
  printf "%s", text
  # A type's comment is not about its members.
  if (is_type) documentation = ""
  if (match($0, /[^ ] +\/\/ /)) {
    print substr($0, 1, RSTART) " ///< " escape(substr($0, RSTART + RLENGTH))
  } else {
    print
  }
}
