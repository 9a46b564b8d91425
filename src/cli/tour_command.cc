// basalt tour: demonstrates tables on a new directory in about a minute.
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/temporary_directory.h"
#include "cli/tour_session.h"

namespace basalt::cli {
namespace {

constexpr int kManyVersions = 10;

Put PutOf(Bytes row, BytesView family, BytesView qualifier, BytesView value) {
  Put put(std::move(row));
  put.AddColumn(family, qualifier, value);
  return put;
}

Status ATable(TourSession& session) {
  session.Chapter("A table");
  session.Say(
      "Families are declared, columns are not. This one keeps three versions of each cell of\n"
      "'info', and forgets the cells of 'seen' after a minute.");
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse("people"));
  TableDescriptor table(name);
  BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor("info").SetMaxVersions(3)));
  BASALT_RETURN_IF_ERROR(table.AddFamily(FamilyDescriptor("seen").SetTtlSeconds(60)));
  return session.Create(table);
}

Status PutAndGet(TourSession& session) {
  session.Chapter("Put and get");
  session.Say("A cell has a row, a column, a timestamp and a value. All of them are bytes.");
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "info", "city", "London")));
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "info", "field", "mathematics")));
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("grace", "info", "city", "New York")));
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("katherine", "info", "city", "Hampton")));
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada")));
  session.Say("A family that was not declared is refused, with HBase's own words.");
  return session.PutRefused(PutOf("ada", "oops", "city", "London"));
}

Status Scans(TourSession& session) {
  session.Chapter("Scan");
  session.Say(
      "Rows are sorted. A scan reads a range of them: the start is in it, the stop is not.");
  BASALT_RETURN_IF_ERROR(session.Scan(Scan()));
  BASALT_RETURN_IF_ERROR(session.Scan(Scan("b", "k")));
  session.Say("Backwards, at most two rows:");
  return session.Scan(Scan().SetReversed().SetLimit(2));
}

Status Versions(TourSession& session) {
  session.Chapter("Versions");
  session.Say(
      "A put at another time adds a version. Reads see the newest unless they ask for more.");
  const int64_t before_moves = session.NowMs();
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "info", "city", "Paris")));
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "info", "city", "Turin")));
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "info", "city", "Rome")));
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada").AddColumn("info", "city")));
  session.Say("Four were written and the family keeps three:");
  BASALT_RETURN_IF_ERROR(
      session.Get(Get("ada").AddColumn("info", "city").ReadVersions(kManyVersions)));
  session.Say("The past, by a range of timestamps:");
  BASALT_ASSIGN_OR_RETURN(const TimeRange past, TimeRange::Of(0, before_moves + 2500));
  return session.Get(Get("ada").AddColumn("info", "city").SetTimeRange(past));
}

Status Deletes(TourSession& session) {
  session.Chapter("Deletes");
  session.Say("delete takes away the newest version, and the one before it is seen again.");
  BASALT_RETURN_IF_ERROR(session.Delete(Delete("ada").AddColumn("info", "city")));
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada").AddColumn("info", "city")));
  session.Say("deleteall takes a whole column, or a whole row.");
  BASALT_RETURN_IF_ERROR(session.Delete(Delete("ada").AddColumns("info", "field")));
  BASALT_RETURN_IF_ERROR(session.Delete(Delete("grace")));
  return session.Scan(Scan());
}

Status RawScan(TourSession& session) {
  session.Chapter("What is really there");
  session.Say("A delete writes a marker that hides cells. A raw scan shows both.");
  return session.Scan(Scan().SetRaw().ReadVersions(kManyVersions));
}

Status FlushAndCompact(TourSession& session) {
  session.Chapter("Flush and major compaction");
  session.Say(
      "A flush writes memory to files. A major compaction rewrites them and drops what is\n"
      "hidden, markers too.");
  BASALT_RETURN_IF_ERROR(session.Flush());
  BASALT_RETURN_IF_ERROR(session.MajorCompact());
  return session.Scan(Scan().SetRaw().ReadVersions(kManyVersions));
}

Status TimeToLive(TourSession& session) {
  session.Chapter("Time to live");
  session.Say("Cells of 'seen' live for 60 seconds; a put can shorten that for its own cells.");
  BASALT_RETURN_IF_ERROR(session.Put(PutOf("ada", "seen", "page", "/engine")));
  Put brief = PutOf("ada", "seen", "click", "start");
  BASALT_RETURN_IF_ERROR(session.Put(brief.SetTtl(20000)));
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada").AddFamily("seen")));
  session.Say("The tour sets its own clock, so nobody has to wait.");
  session.Wait(std::chrono::seconds(30));
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada").AddFamily("seen")));
  session.Wait(std::chrono::seconds(30));
  return session.Get(Get("ada").AddFamily("seen"));
}

Status Counters(TourSession& session) {
  session.Chapter("Counters and appends");
  session.Say("Both read and write in one step, so many writers never lose an update.");
  for (const int64_t amount : {1, 1, 40}) {
    BASALT_RETURN_IF_ERROR(session.Increment(Increment("ada").AddColumn("info", "visits", amount)));
  }
  session.Say("A counter is eight bytes, and a get shows them as they are:");
  BASALT_RETURN_IF_ERROR(session.Get(Get("ada").AddColumn("info", "visits")));
  BASALT_RETURN_IF_ERROR(session.GetCounter("ada", "info", "visits"));
  return session.Append(Append("ada").AddColumn("info", "city", ", Italy"));
}

Status Checks(TourSession& session) {
  session.Chapter("Check and mutate");
  session.Say("A write that happens only if the row looks as expected. The second comes too late.");
  for (const std::string_view city : {"Genoa", "Milan"}) {
    CheckAndMutate check("katherine");
    check.IfEquals("info", "city", "Hampton").Then(PutOf("katherine", "info", "city", city));
    BASALT_RETURN_IF_ERROR(session.CheckAndMutate(check));
  }
  return session.Get(Get("katherine"));
}

Status CloseAndOpen(TourSession& session) {
  session.Chapter("Close and open");
  session.Say("The store is closed and opened again. Everything that was acknowledged is there.");
  BASALT_RETURN_IF_ERROR(session.Open());
  return session.Scan(Scan());
}

// REQUIRES: `directory` is empty. Stops at the first error. The output is the same on every run,
// except for the directory's name. `pause` is called between chapters.
Status RunTour(const Environment& env, const std::string& directory,
               const std::function<void()>& pause) {
  env.out << "A tour of Basalt, on the directory " << directory << ".\n"
          << "Lines with > are commands as in the HBase shell; what follows is the answer.\n";
  TourSession session(env, directory, pause);
  BASALT_RETURN_IF_ERROR(session.Open());
  for (const auto chapter : {ATable, PutAndGet, Scans, Versions, Deletes, RawScan, FlushAndCompact,
                             TimeToLive, Counters, Checks, CloseAndOpen}) {
    BASALT_RETURN_IF_ERROR(chapter(session));
  }
  env.out << "\nThat was the tour. examples/hello.cc does the same kind of thing from C++.\n";
  return Status::Ok();
}

// Time to read a chapter; eleven chapters take about a minute.
constexpr auto kPause = std::chrono::milliseconds(4500);

struct TourOptions {
  std::string directory;
  bool fast = false;
};

Status CheckFresh(const std::string& directory) {
  if (!std::filesystem::exists(directory) || std::filesystem::is_empty(directory)) return {};
  return {StatusCode::kInvalidArgument,
          directory + " is not empty; the tour needs an empty directory"};
}

Status Tour(const TourOptions& options, const Environment& env) {
  const auto pause = [&] {
    if (env.out_is_terminal && !options.fast) std::this_thread::sleep_for(kPause);
  };
  if (!options.directory.empty()) {
    BASALT_RETURN_IF_ERROR(CheckFresh(options.directory));
    return RunTour(env, options.directory, pause);
  }
  BASALT_ASSIGN_OR_RETURN(const TemporaryDirectory scratch,
                          TemporaryDirectory::Create("basalt-tour"));
  return RunTour(env, scratch.path(), pause);
}

}  // namespace

void AddTourCommand(CLI::App& app, Work& work) {
  auto options = std::make_shared<TourOptions>();
  CLI::App* command = app.add_subcommand("tour", "Show what a table can do, in about a minute");
  command->add_option("--dir", options->directory,
                      "Data directory; must be empty or not exist, and is kept afterwards\n"
                      "(default: a temporary directory that is removed)");
  command->add_flag("--fast", options->fast, "Do not pause between chapters");
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Tour(*options, env); };
  });
}

}  // namespace basalt::cli
