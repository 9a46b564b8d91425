// Pager: a stream for a terminal that stops when a page is full and asks before it goes on. What is
// written after the user has had enough is dropped, until the next page begins. One thread.
#pragma once

#include <functional>
#include <ostream>
#include <streambuf>
#include <string_view>

#include "basalt/cancellation.h"

namespace basalt::cli {

class Pager : public std::streambuf {
 public:
  enum class Answer : unsigned char {
    kPage,  // another page
    kLine,  // one line more
    kAll,   // everything, without further questions
    kQuit,
  };
  struct Hooks {
    // The terminal's size now; 0: unknown, then nothing is asked.
    std::function<int()> rows;
    std::function<int()> columns;
    // Shows a prompt, waits for a key and takes the prompt away.
    std::function<Answer()> ask;
    // The user has had enough: whoever writes should end.
    std::function<void()> quit;
  };

  // `to` must outlive it.
  Pager(std::ostream& to, Hooks hooks) : to_(to), hooks_(std::move(hooks)) {}

  // Before a command: the page is empty, and everything is wanted.
  void NewPage();

 protected:
  int overflow(int character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  void Write(std::string_view text);
  // After a line of so many characters: asks when the page is full.
  void LineEnded();

  std::ostream& to_;
  const Hooks hooks_;
  int lines_ = 0;   // on the page
  int column_ = 0;  // in the line
  bool asking_ = true;
  bool dropping_ = false;
};

// Asks on the terminal that standard input is. Without waiting it answers kAll when something has
// been typed ahead or pasted, which is not meant as an answer; kQuit when the token is cancelled.
Pager::Answer AskForMore(std::ostream& out, const CancellationToken& cancellation);

}  // namespace basalt::cli
