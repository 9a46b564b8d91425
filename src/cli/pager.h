// Pager: an output stream for a terminal that pauses and asks when a page is full. After the user
// quits, output is dropped until the next page begins. One thread.
#pragma once

#include <chrono>
#include <functional>
#include <ostream>
#include <streambuf>
#include <string_view>

#include "basalt/cancellation.h"

namespace basalt::cli {

class Pager : public std::streambuf {
 public:
  enum class Answer : unsigned char {
    kPage,  // show another page
    kLine,  // show one more line
    kAll,   // show everything without asking
    kQuit,
  };
  struct Hooks {
    // The terminal's number of rows; 0: unknown, no paging.
    std::function<int()> rows;
    std::function<int()> columns;
    // Shows a prompt, waits for a key and removes the prompt.
    std::function<Answer()> ask;
    // The user quit: the writer should stop.
    std::function<void()> quit;
    // The clock by which waiting is measured.
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  };

  // `to` must outlive the pager.
  Pager(std::ostream& to, Hooks hooks) : to_(to), hooks_(std::move(hooks)) {}

  // Call before a command: starts an empty page and ends dropping.
  void NewPage();
  // How long it has waited for answers so far.
  std::chrono::nanoseconds waited() const { return waited_; }

 protected:
  int overflow(int character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  void Write(std::string_view text);
  // Called at the end of each line: asks if the page is full.
  void LineEnded();

  std::ostream& to_;
  const Hooks hooks_;
  int lines_ = 0;   // on the page
  int column_ = 0;  // in the line
  bool asking_ = true;
  bool dropping_ = false;
  std::chrono::nanoseconds waited_{};
};

// Asks on the terminal that standard input is. Without waiting it answers kAll when something has
// been typed ahead or pasted, which is not meant as an answer; kQuit when the token is cancelled.
Pager::Answer AskForMore(std::ostream& out, const CancellationToken& cancellation);

}  // namespace basalt::cli
