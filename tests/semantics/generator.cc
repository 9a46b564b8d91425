#include "generator.h"

#include <vector>

#include <fmt/core.h>

#include "generator_sequence.h"
#include "random.h"
#include "text.h"

namespace basalt::semantics {
namespace {

class TableScript {
 public:
  explicit TableScript(const TablePlan& plan) : plan_(plan), random_(plan.seed) {}

  std::string Write() {
    lossless_ = random_.Percent(20) && !plan_.dialect.only_new_versions;
    ttls_ = !lossless_ && random_.Percent(70);
    new_versions_ = !lossless_ && (plan_.dialect.only_new_versions || random_.Percent(25));
    traits_.name = plan_.table;
    traits_.cells_expire = !lossless_;
    traits_.families.resize(1 + random_.Below(3));
    std::string create = "create " + plan_.table;
    for (size_t i = 0; i < traits_.families.size(); ++i) {
      traits_.families[i] = std::string(1, static_cast<char>('f' + i));
      create += " " + NewAttributes(traits_.families[i]);
    }
    Line(create);
    for (int64_t i = 0; i < plan_.sequences; ++i) {
      sequences_.emplace_back(random_.Next(), plan_.first_sequence + i, traits_, plan_.dialect);
    }
    size_t phases = 3 + random_.Below(3);
    for (size_t phase = 0; phase < phases; ++phase) {
      // Interleaved: an operation of each sequence in turn.
      for (size_t op = 4 + random_.Below(6); op > 0; --op) {
        for (Sequence& sequence : sequences_) Line(sequence.Next());
      }
      Barrier();
      Dump();
    }
    return text_;
  }

 private:
  void Line(const std::string& line) {
    text_ += "@" + std::to_string(++millis_) + " " + line + "\n";
  }

  // A family with random attributes, as create and alter take it.
  std::string NewAttributes(const std::string& family) {
    if (lossless_) return family + ",VERSIONS=1000,KEEP_DELETED_CELLS=TRUE";
    size_t versions = random_.Of<size_t>({1, 1, 2, 2, 3, 5});
    std::string line = family + ",VERSIONS=" + std::to_string(versions);
    bool ttl = ttls_ && random_.Percent(60);
    if (ttl) line += ",TTL=" + random_.Of<std::string>({"15", "35", "55", "75"});
    if (ttl && versions > 1 && random_.Percent(50)) {
      line += ",MIN_VERSIONS=" + std::to_string(1 + random_.Below(versions - 1));
    }
    // Which expired markers a major compaction still counts would depend on HBase's files.
    bool keeps = random_.Percent(50) && !(new_versions_ && ttls_);
    if (keeps) {
      line += std::string(",KEEP_DELETED_CELLS=") + (ttl && random_.Percent(60) ? "TTL" : "TRUE");
    }
    if (new_versions_) {
      // Switched off only later: cells written before the first time on have no order in Basalt.
      bool on = text_.empty() || random_.Percent(75);
      line += std::string(",NEW_VERSION_BEHAVIOR=") + (on ? "true" : "false");
    }
    return line;
  }

  void Barrier() {
    if (random_.Percent(45)) {
      millis_ += random_.Of<int64_t>({5000, 10000, 20000, 30000});
    }
    if (lossless_ && random_.Percent(40)) Line("reopen");
    if (random_.Percent(15)) return;
    Line("flush " + plan_.table);
    if (random_.Percent(50)) Line("major " + plan_.table);
    if (random_.Percent(20)) {
      Line("alter " + plan_.table + " " + NewAttributes(random_.Of(traits_.families)));
    }
    if (random_.Percent(15)) Line("reopen");
  }

  void Dump() {
    std::string scan = "scan " + plan_.table;
    Line(scan + " raw versions=all");
    Line(scan + " versions=all");
    Line(scan);
    Line(scan + " versions=all range=" + Sequence::SomeRange(random_));
    Line(scan + " reverse raw versions=2 range=" + Sequence::SomeRange(random_));
    std::string columns;
    for (const std::string& family : traits_.families) {
      columns += fmt::format(" {0}: {0}:a {0}:b", family);
    }
    Line(scan + " versions=all" + columns);
  }

  const TablePlan& plan_;
  Random random_;
  std::string text_;
  int64_t millis_ = 0;
  TableTraits traits_;
  // Closing a store may flush it or not. Where that makes no difference, because nothing is ever
  // dropped, stores are closed with cells in memory; elsewhere only after a flush.
  bool lossless_ = false;
  // Whether families of this table may have a TTL.
  bool ttls_ = false;
  // Whether all families of this table begin with NEW_VERSION_BEHAVIOR.
  bool new_versions_ = false;
  std::vector<Sequence> sequences_;
};

}  // namespace

std::string Generate(const TablePlan& plan) { return TableScript(plan).Write(); }

}  // namespace basalt::semantics
