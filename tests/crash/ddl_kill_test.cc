// Kills a process between any two steps of every catalog change and checks the result: the old
// state or the new, never an intermediate one, with a journal that matches.
//
//   ddl_kill_test                 every procedure, at every place it passes
//   ddl_kill_test --run DIR NAME  runs one procedure on a directory; what the test itself starts
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "catalog/catalog_check.h"
#include "ddl_procedures.h"
#include "work_directory.h"

namespace basalt::crash {
namespace {

[[noreturn]] void Die(const std::string& message) {
  std::cerr << message << std::endl;
  std::_Exit(2);
}

template <typename T>
T Must(Result<T> result, const std::string& what) {
  if (!result.ok()) Die(what + ": " + result.status().ToString());
  return std::move(*result);
}

int RunOne(const std::string& directory, const std::string& name) {
  for (const DdlProcedure& procedure : DdlProcedures()) {
    if (procedure.name != name) continue;
    const OpenCatalog open = Must(OpenCatalog::Open(directory), "opening");
    const uint64_t id = open.journal->Run(name, 1, 1, [&](catalog::Procedure& running) {
      return procedure.run(*open.catalog, running);
    });
    const auto outcome = open.journal->Find(id)->outcome;
    if (outcome->ok()) return 0;
    Die(name + ": " + outcome->ToString());
  }
  Die("no procedure " + name);
}

// Runs the procedure in a process of its own. The wait status.
int Spawn(const std::string& directory, const std::string& name, const std::string& failpoint,
          const std::string& log) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (!failpoint.empty()) ::setenv("BASALT_FAILPOINT", failpoint.c_str(), 1);
    if (!log.empty()) ::setenv("BASALT_FAILPOINT_LOG", log.c_str(), 1);
    ::execl("/proc/self/exe", "ddl_kill_test", "--run", directory.c_str(), name.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

std::string DescribeDirectory(const std::string& directory) {
  return Must(Describe(Must(OpenCatalog::Open(directory), "opening")), "reading");
}

// What the checker finds before anything has been mended: at most families nobody has.
std::string Inconsistencies(const std::string& directory) {
  auto store = Must(store::Store::Open(directory, store::StoreOptions()), "opening the store");
  const auto check = Must(catalog::CatalogCheck::Run(std::move(store)), "checking");
  std::string text;
  for (const auto& finding : check.findings()) {
    if (finding.kind != "orphan-family") text += finding.text + "\n";
  }
  return text;
}

class KillTest {
 public:
  KillTest() {
    if (const Status status = PrepareDirectory(work_.Sub("base")); !status.ok()) {
      Die("preparing: " + status.ToString());
    }
    old_ = DescribeDirectory(work_.Sub("base"));
  }

  // At every place the procedure passes. How many.
  int Run(const std::string& name) {
    const std::string log = work_.Sub(name + ".log");
    Copy("run");
    if (Spawn(work_.Sub("run"), name, "", log) != 0) Die(name + " fails by itself");
    new_ = DescribeDirectory(work_.Sub("run"));
    if (new_ == old_) Die(name + " changes nothing that is looked at");
    std::map<std::string, int> passed;
    std::ifstream places(log);
    int kills = 0;
    int kept_old = 0;
    for (std::string place; std::getline(places, place);) {
      kept_old += KillAt(name, fmt::format("{}:{}", place, ++passed[place])) ? 1 : 0;
      ++kills;
    }
    if (kills == 0) Die(name + " passes no place where it could be killed");
    fmt::print("{:<20} {:>3} places: {:>2} times the old state, {:>2} times the new\n", name, kills,
               kept_old, kills - kept_old);
    std::fflush(stdout);
    return kills;
  }

  int failures() const { return failures_; }

 private:
  void Copy(const std::string& to) {
    std::filesystem::remove_all(work_.Sub(to));
    std::filesystem::copy(work_.Sub("base"), work_.Sub(to),
                          std::filesystem::copy_options::recursive);
  }

  void Fail(const std::string& name, const std::string& place, const std::string& what) {
    std::cout << name << ", killed at " << place << ": " << what << std::endl;
    ++failures_;
    work_.Keep();
  }

  // Whether the old state was left.
  bool KillAt(const std::string& name, const std::string& place) {
    Copy("killed");
    const std::string directory = work_.Sub("killed");
    const int status = Spawn(directory, name, place, "");
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
      Fail(name, place, "was not killed");
      return false;
    }
    if (const std::string found = Inconsistencies(directory); !found.empty()) {
      Fail(name, place, "the catalog disagrees with itself:\n" + found);
    }
    bool is_new = false;
    {
      const OpenCatalog open = Must(OpenCatalog::Open(directory), name + " at " + place);
      const std::string now = Must(Describe(open), "reading");
      is_new = now == new_;
      if (!is_new && now != old_) {
        Fail(name, place, "a state between\n" + now + "instead of\n" + old_ + "or\n" + new_);
        return false;
      }
      CheckJournal(open, name, place, is_new);
    }
    // Whoever tries again gets there.
    if (!is_new) {
      const OpenCatalog open = Must(OpenCatalog::Open(directory), "opening");
      for (const DdlProcedure& procedure : DdlProcedures()) {
        if (procedure.name != name) continue;
        open.journal->Run(name, 1, 2, [&](catalog::Procedure& running) {
          return procedure.run(*open.catalog, running);
        });
      }
      if (Must(Describe(open), "reading") != new_) {
        Fail(name, place, "a second try does not lead to the new state");
      }
    }
    if (const std::string found = Inconsistencies(directory); !found.empty()) {
      Fail(name, place, "afterwards the catalog disagrees with itself:\n" + found);
    }
    return !is_new;
  }

  void CheckJournal(const OpenCatalog& open, const std::string& name, const std::string& place,
                    bool is_new) {
    const auto entries = open.journal->List();
    if (entries.size() != 1 || !entries.begin()->second.outcome) {
      Fail(name, place, fmt::format("the journal has {} entries", entries.size()));
    } else if (entries.begin()->second.outcome->ok() != is_new) {
      Fail(name, place, "the journal says " + entries.begin()->second.outcome->ToString());
    }
  }

  WorkDirectory work_;
  std::string old_;
  std::string new_;
  int failures_ = 0;
};

int RunAll() {
  KillTest test;
  int kills = 0;
  for (const DdlProcedure& procedure : DdlProcedures()) kills += test.Run(procedure.name);
  fmt::print("{} procedures, {} kills, {} failures\n", DdlProcedures().size(), kills,
             test.failures());
  fmt::print("proof: kill-ddl {} kills\n", kills);
  return test.failures() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace basalt::crash

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--run") {
    return basalt::crash::RunOne(argv[2], argv[3]);
  }
  return basalt::crash::RunAll();
}
