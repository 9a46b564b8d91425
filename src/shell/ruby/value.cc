#include "shell/ruby/value.h"

#include "shell/ruby/compare.h"

namespace basalt::shell::ruby {

bool Value::Truthy() const {
  if (is_nil()) return false;
  const bool* value = As<bool>();
  return value == nullptr || *value;
}

void Array::Push(Value value) {
  const size_t before = items.capacity();
  if (items.size() == before) heap().CheckRoom(before * sizeof(Value));
  items.push_back(std::move(value));
  if (items.capacity() != before) Recharge();
}

size_t ValueHash::operator()(const Value& value) const { return HashOf(value); }
bool ValueEql::operator()(const Value& a, const Value& b) const { return Eql(a, b); }

void Hash::Set(const Value& key, Value value) {
  const auto found = index_.find(key);
  if (found != index_.end()) {
    found->second->second = std::move(value);
    return;
  }
  // As in Ruby, a key that is a string does not change with it.
  Value kept = key;
  if (const auto* text = key.As<StringRef>()) {
    kept = heap().Make<String>((*text)->bytes, (*text)->binary);
  }
  entries_.emplace_back(kept, std::move(value));
  index_.emplace(std::move(kept), std::prev(entries_.end()));
  Recharge();
}

const Value* Hash::Find(const Value& key) const {
  const auto found = index_.find(key);
  return found == index_.end() ? nullptr : &found->second->second;
}

Value Hash::Erase(const Value& key) {
  const auto found = index_.find(key);
  if (found == index_.end()) return {};
  const auto entry = found->second;
  Value value = std::move(entry->second);
  index_.erase(found);
  entries_.erase(entry);
  return value;
}

void Hash::Empty() {
  index_.clear();
  Values values;
  for (Entry& entry : entries_) {
    values.push_back(std::move(entry.first));
    values.push_back(std::move(entry.second));
  }
  entries_.clear();
  heap().Bury(std::move(values));
}

std::string ClassName(const Value& value) {
  struct Names {
    std::string operator()(std::monostate) const { return "NilClass"; }
    std::string operator()(bool flag) const { return flag ? "TrueClass" : "FalseClass"; }
    std::string operator()(int64_t) const { return "Integer"; }
    std::string operator()(double) const { return "Float"; }
    std::string operator()(const Symbol&) const { return "Symbol"; }
    std::string operator()(const Module& module) const {
      return module.name == "Math" || module.name == "Kernel" ? "Module" : "Class";
    }
    std::string operator()(const Time&) const { return "Time"; }
    std::string operator()(const StringRef&) const { return "String"; }
    std::string operator()(const ArrayRef&) const { return "Array"; }
    std::string operator()(const HashRef&) const { return "Hash"; }
    std::string operator()(const RangeRef&) const { return "Range"; }
    std::string operator()(const ProcRef&) const { return "Proc"; }
    std::string operator()(const EnumeratorRef&) const { return "Enumerator"; }
    std::string operator()(const ErrorRef& error) const { return error->kind; }
    std::string operator()(const HostRef& object) const { return std::string(TypeName(*object)); }
  };
  return std::visit(Names(), value.data);
}

bool IsA(const Value& value, std::string_view class_name) {
  const std::string name = ClassName(value);
  if (name == class_name || class_name == "Object" || class_name == "BasicObject") return true;
  if (value.As<ErrorRef>() != nullptr) return IsKindOfError(name, class_name);
  if (class_name == "Numeric") return name == "Integer" || name == "Float";
  if (class_name == "Comparable") return name == "Integer" || name == "Float" || name == "String";
  if (class_name == "Enumerable") {
    return name == "Array" || name == "Hash" || name == "Range" || name == "Enumerator";
  }
  return false;
}

}  // namespace basalt::shell::ruby
