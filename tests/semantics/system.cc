#include "system.h"

#include "text.h"

namespace basalt::semantics {
namespace {

const char* TypeName(Type type) {
  switch (type) {
    case Type::kPut: return "Put";
    case Type::kDelete: return "Delete";
    case Type::kDeleteFamilyVersion: return "DeleteFamilyVersion";
    case Type::kDeleteColumn: return "DeleteColumn";
    case Type::kDeleteFamily: return "DeleteFamily";
  }
  return "?";
}

void Print(const Outcome& outcome, std::ostream& out) {
  if (!outcome.error.empty()) {
    out << "  error " << outcome.error << "\n  # " << outcome.message.substr(0, 300) << "\n";
    return;
  }
  if (outcome.truth) out << (*outcome.truth ? "  true\n" : "  false\n");
  if (!outcome.rows) return;
  bool any = false;
  for (const AnswerRow& row : *outcome.rows) {
    const char* start = "  - ";
    for (const AnswerCell& cell : row) {
      out << start << BytesText(cell.row) << "/" << BytesText(cell.family) << ":"
          << BytesText(cell.qualifier) << "/" << TimestampText(cell.timestamp) << "/"
          << TypeName(cell.type) << "/" << BytesText(cell.value) << "\n";
      start = "    ";
      any = true;
    }
  }
  if (!any) out << "  (none)\n";
}

// Changes that may return cells (increments among them) stay silent when there are none.
Outcome QuietWhenEmpty(Outcome outcome) {
  if (outcome.rows && (outcome.rows->empty() || outcome.rows->front().empty())) {
    outcome.rows.reset();
  }
  return outcome;
}

bool ReturnsRows(const Change& change) {
  return change.verb == Change::Verb::kIncrement || change.verb == Change::Verb::kAppend;
}

}  // namespace

void Runner::Run(const Command& command, std::ostream& out) {
  using Kind = Command::Kind;
  out << command.text << "\n";
  millis_ = command.at.value_or(millis_ + 1);
  system_.SetClock(kT + millis_);
  switch (command.kind) {
    case Kind::kCreate: return Print(system_.Create(command.table, command.families), out);
    case Kind::kAlter: return Print(system_.Alter(command.table, command.families), out);
    case Kind::kAdvance: millis_ += command.millis; return;
    case Kind::kFlush: return Print(system_.Flush(command.table), out);
    case Kind::kMajor: return Print(system_.MajorCompact(command.table), out);
    case Kind::kReopen: return Print(system_.Reopen(), out);
    case Kind::kChange: {
      Outcome outcome = system_.Apply(command.table, command.changes.front());
      if (!ReturnsRows(command.changes.front())) outcome.rows.reset();
      return Print(outcome, out);
    }
    case Kind::kMutateRow:
      return Print(QuietWhenEmpty(system_.MutateRow(command.table, command.row, command.changes)),
                   out);
    case Kind::kCheck:
      return Print(QuietWhenEmpty(system_.Check(command.table, command.row, command.condition,
                                                command.changes)),
                   out);
    case Kind::kBatch: {
      std::vector<Outcome> outcomes = system_.Batch(command.table, command.actions);
      for (size_t i = 0; i < outcomes.size(); ++i) {
        const Action& action = command.actions[i];
        bool rows = action.get || (!action.row_mutations && ReturnsRows(action.changes.front()));
        out << "  action " << i << "\n";
        Print(rows ? outcomes[i] : QuietWhenEmpty(outcomes[i]), out);
      }
      return;
    }
    case Kind::kGet: return Print(system_.Get(command.table, command.read), out);
    case Kind::kExists: return Print(system_.Exists(command.table, command.read), out);
    case Kind::kScan: return Print(system_.Scan(command.table, command.read), out);
  }
}

}  // namespace basalt::semantics
