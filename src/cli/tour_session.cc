#include "cli/tour_session.h"

#include <utility>

#include <fmt/format.h>

#include "basalt/bytes.h"
#include "shell/cell_output.h"
#include "shell/command_text.h"

namespace basalt::cli {

TourSession::TourSession(const Environment& env, std::string directory, std::function<void()> pause)
    : env_(env), directory_(std::move(directory)), pause_(std::move(pause)) {}

Status TourSession::Open() {
  table_.reset();
  connection_.reset();
  ConnectionOptions options;
  options.clock = &clock_;
  BASALT_ASSIGN_OR_RETURN(connection_, Connection::Open(directory_, options));
  if (table_name_.empty()) return Status::Ok();
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(table_name_));
  BASALT_ASSIGN_OR_RETURN(table_, connection_->GetTable(name));
  return Status::Ok();
}

void TourSession::Chapter(std::string_view title) {
  if (chapter_ > 0) pause_();
  env_.out << '\n' << env_.out_style.Heading(fmt::format("{}. {}", ++chapter_, title)) << '\n';
}

void TourSession::Say(std::string_view text) { env_.out << text << '\n'; }

void TourSession::Show(std::string_view command) {
  clock_.Advance(std::chrono::seconds(1));
  env_.out << env_.out_style.Command(fmt::format("> {}", command)) << std::endl;
}

void TourSession::Wait(std::chrono::seconds time) {
  clock_.Advance(time);
  env_.out << env_.out_style.Command(fmt::format("> ({} seconds pass)", time.count())) << '\n';
}

Status TourSession::Create(const TableDescriptor& table) {
  Show(shell::CreateText(table));
  BASALT_RETURN_IF_ERROR(connection_->admin().CreateTable(table));
  BASALT_ASSIGN_OR_RETURN(table_, connection_->GetTable(table.name()));
  table_name_ = table.name().ToString();
  env_.out << "Created table " << table_name_ << '\n';
  return Status::Ok();
}

Status TourSession::Put(const basalt::Put& put) {
  Show(shell::PutText(table_name_, put));
  return table_->Put(put);
}

Status TourSession::PutRefused(const basalt::Put& put) {
  Show(shell::PutText(table_name_, put));
  const Status status = table_->Put(put);
  if (status.ok()) return {StatusCode::kInternal, "a put that should be refused was taken"};
  env_.out << env_.out_style.Error("ERROR:") << ' ' << status.message() << '\n';
  return Status::Ok();
}

Status TourSession::Delete(const basalt::Delete& del) {
  Show(shell::DeleteText(table_name_, del));
  return table_->Delete(del);
}

Status TourSession::Get(const basalt::Get& get) {
  Show(shell::GetText(table_name_, get));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table_->Get(get));
  shell::PrintGet(env_.out, row);
  return Status::Ok();
}

Status TourSession::Scan(const basalt::Scan& scan) {
  Show(shell::ScanText(table_name_, scan));
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table_->GetScanner(scan));
  return shell::PrintScan(env_.out, std::move(scanner));
}

Status TourSession::Increment(const basalt::Increment& increment) {
  Show(shell::IncrementText(table_name_, increment));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table_->Increment(increment));
  for (const CellView cell : row) {
    env_.out << "COUNTER VALUE = " << DecodeLong(cell.value).value_or(0) << '\n';
  }
  return Status::Ok();
}

Status TourSession::GetCounter(std::string_view row, std::string_view family,
                               std::string_view qualifier) {
  Show(fmt::format("get_counter '{}', '{}', '{}:{}'", table_name_, row, family, qualifier));
  basalt::Get get{Bytes(row)};
  get.AddColumn(family, qualifier);
  BASALT_ASSIGN_OR_RETURN(const RowResult result, table_->Get(get));
  const auto value = result.GetValue(family, qualifier);
  const auto counter = value ? DecodeLong(*value) : std::nullopt;
  if (!counter) {
    env_.out << "No counter found at specified coordinates\n";
    return Status::Ok();
  }
  env_.out << "COUNTER VALUE = " << *counter << '\n';
  return Status::Ok();
}

Status TourSession::Append(const basalt::Append& append) {
  Show(shell::AppendText(table_name_, append));
  BASALT_ASSIGN_OR_RETURN(const RowResult row, table_->Append(append));
  for (const CellView cell : row) {
    env_.out << "CURRENT VALUE = " << ToStringBinary(cell.value) << '\n';
  }
  return Status::Ok();
}

Status TourSession::CheckAndMutate(const basalt::CheckAndMutate& check) {
  Show(shell::CheckAndMutateText(table_name_, check));
  BASALT_ASSIGN_OR_RETURN(const CheckAndMutateResult result, table_->CheckAndMutate(check));
  env_.out << (result.success ? "=> true" : "=> false") << '\n';
  return Status::Ok();
}

Status TourSession::Flush() {
  Show(fmt::format("flush '{}'", table_name_));
  return connection_->admin().Flush(table_->name());
}

Status TourSession::MajorCompact() {
  Show(fmt::format("major_compact '{}'", table_name_));
  return connection_->admin().MajorCompact(table_->name());
}

}  // namespace basalt::cli
