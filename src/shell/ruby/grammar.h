// Grammar: the recursive-descent parser behind parser.h. Reads tokens once, from left to right. A
// method returns false when it has set error(). Internal to the folder.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shell/ruby/node.h"
#include "shell/ruby/token.h"

namespace basalt::shell::ruby {

class Grammar {
 public:
  Grammar(std::vector<Token> tokens, const std::vector<std::string>& variables);

  // All statements up to the end of the text.
  bool ReadProgram(std::vector<Node>& statements);
  SyntaxError& error() { return error_; }

 private:
  // grammar_statements.cc
  bool ReadStatement(Node& node);
  bool ReadSimpleStatement(Node& node);
  bool ReadModifier(Node& node);
  bool ReadLogic(Node& node);
  bool ReadNegation(Node& node);
  // Statements up to one of the words, which is not taken. `opening` is what it belongs to.
  bool ReadBody(Node& body, std::initializer_list<std::string_view> ends, const Token& opening);
  bool ReadIf(Node& node);
  bool ReadIfRest(Node& node, const Token& opening);
  bool ReadWhile(Node& node);
  bool ReadFor(Node& node);
  bool ReadCase(Node& node);
  bool ReadBegin(Node& node);
  // A body with rescue and ensure, up to and with `end`.
  bool ReadGuardedBody(Node& body, const Token& opening);
  bool ReadRescue(Node& node, const Token& opening);
  bool ReadDef(Node& node);
  bool ReadJump(Node& node, Node::Kind kind);
  bool StartsMultiAssign() const;
  bool ReadMultiAssign(Node& node);
  bool ReadTargets(Node& node);

  // grammar_expressions.cc
  bool ReadExpression(Node& node, bool bare_arguments);
  bool ReadAssignment(Node& node, bool bare_arguments);
  bool ReadTernary(Node& node, bool bare_arguments);
  bool ReadBinary(Node& node, int minimum, bool bare_arguments);
  bool ReadUnary(Node& node, bool bare_arguments);
  bool ReadNumber(Node& node, bool negative);
  bool ReadPrimary(Node& node, bool bare_arguments);
  bool ReadKeyword(Node& node);
  bool ReadString(Node& node);
  bool ReadWords(Node& node);
  bool ReadParentheses(Node& node);
  bool ReadHash(Node& node);
  bool ReadPair(Node& hash);

  // grammar_calls.cc
  bool ReadName(Node& node, bool bare_arguments);
  bool ReadPostfix(Node& node, bool bare_arguments);
  bool ReadMethod(Node& node, bool bare_arguments);
  bool ReadArguments(Node& call, bool bare_arguments);
  // Items up to the closing sign, or bare ones without; trailing pairs become one hash.
  bool ReadList(Node& call, std::string_view closing);
  bool ReadItem(Node& call, bool& in_pairs);
  bool ReadBlock(Node& call);
  bool ReadBlockBody(Node& call, bool braces);
  bool ReadLambda(Node& node);
  bool ReadParameters(std::vector<Parameter>& parameters, std::string_view closing);
  bool StartsArgument(const Token& token, bool bare_arguments, bool after_dot) const;
  bool LooksLikeHash() const;

  const Token& Peek(size_t ahead = 0) const;
  Token Take();
  bool Expect(std::string_view sign);
  bool ExpectWord(std::string_view word, const Token& opening);
  void SkipLineEnds();
  // Line ends but not semicolons.
  void SkipNewlines();
  bool AtStatementEnd() const;

  void Declare(const std::string& name) { scopes_.back().insert(name); }
  bool IsVariable(const std::string& name) const;
  bool DeclareTarget(const Node& node);

  bool FailUnexpected();
  bool Fail(const Token& token, std::string message, std::string hint = "");
  bool FailAt(const Position& position, std::string message, std::string hint = "");

  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  // `do` belongs to the call that is being read, and not to an outer one or a loop.
  bool allow_do_ = true;
  // Names of variables: those of a block see the outer ones.
  std::vector<std::set<std::string, std::less<>>> scopes_;
  SyntaxError error_;
};

// Counts how deep the grammar is nested, and sets a flag for a while.
class Restore {
 public:
  Restore(bool& flag, bool value) : flag_(flag), before_(flag) { flag_ = value; }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;
  ~Restore() { flag_ = before_; }

 private:
  bool& flag_;
  bool before_;
};

// "a string", "'if'", "the end of the command".
std::string Describe(const Token& token);

// How deep expressions may be nested, and how many operators or calls may follow each other: both
// make the tree deep, and the tree is walked by recursion.
constexpr int kMaxDepth = 100;
constexpr int kMaxChain = 1000;

}  // namespace basalt::shell::ruby
