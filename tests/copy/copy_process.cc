#include "copy_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "copy/test_tables.h"

namespace basalt::copy {

CopyProcess::CopyProcess(const std::vector<std::string>& arguments, const std::string& failpoint) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  process_ = ::fork();
  if (process_ < 0) std::abort();
  if (process_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    if (!failpoint.empty()) ::setenv("BASALT_FAILPOINT", failpoint.c_str(), 1);
    std::vector<std::string> words = {"basalt", "copy"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(BASALT_PROGRAM, argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  output_ = ends[0];
}

CopyProcess::~CopyProcess() {
  if (process_ <= 0) return;
  Signal(SIGKILL);
  Wait();
}

void CopyProcess::Signal(int signal) const { ::kill(process_, signal); }

Outcome CopyProcess::Wait() {
  Outcome outcome;
  char buffer[4096];
  for (ssize_t got; (got = ::read(output_, buffer, sizeof(buffer))) > 0;) {
    outcome.text.append(buffer, static_cast<size_t>(got));
  }
  ::close(output_);
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  outcome.code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

void FillTable(const std::string& target, const std::string& table, uint64_t seed, int more_rows,
               RandomWriter::Empty empty) {
  auto connection = Connection::Open(target);
  ASSERT_TRUE(connection.ok()) << connection.status().ToString();
  TableDescriptor descriptor(Name(table));
  Check(descriptor.AddFamily(FamilyDescriptor("f").SetMaxVersions(3)));
  Check(descriptor.AddFamily(
      FamilyDescriptor("g").SetMaxVersions(2).SetKeepDeletedCells(KeepDeletedCells::kTrue)));
  Check((*connection)->admin().CreateTable(descriptor, {"r30", "r50"}));
  RandomWriter(**connection, table, seed, empty).Write(1500);
  const auto handle = *(*connection)->GetTable(Name(table));
  std::vector<Put> puts;
  for (int i = 0; i < more_rows; ++i) {
    Put put("s" + std::to_string(1'000'000 + i));
    puts.push_back(put.AddColumn("f", "q", 1, std::to_string(i) + std::string(500, 'v')));
    if (puts.size() < 1000 && i + 1 < more_rows) continue;
    Check(handle->Put(puts));
    puts.clear();
  }
}

void WaitForRows(Connection& connection, const std::string& table) {
  for (;;) {
    const auto handle = connection.GetTable(Name(table));
    if (!handle.ok()) continue;
    auto scanner = (*handle)->GetScanner(Scan("s").SetLimit(1));
    RowResult row;
    if (scanner.ok() && scanner->Next(row).ok() && !row.empty()) return;
  }
}

}  // namespace basalt::copy
