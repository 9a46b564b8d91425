#include "shell/ruby/interpreter.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell/ruby/test_host.h"

namespace basalt::shell::ruby {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Limits SmallLimits() { return {.steps = 100'000, .memory_bytes = size_t{8} << 20}; }

TEST(InterpreterTest, EndlessLoopsEnd) {
  TestRuby ruby(SmallLimits());
  const std::string end = "RuntimeError: the statement took more than 100000 steps\n";
  for (const char* text :
       {"while true do end", "loop { }", "begin; loop { }; rescue Exception; end",
        "loop { begin; loop { }; ensure; 1; end }", "(1..9223372036854775807).each { }",
        "[1].cycle { }", "(1..10**12).to_a.size", "'a'.upto('zzzzzzzz') { }",
        "1.step(10, 0.00000001) { }", "i = 0\ni += 1 until false", "9223372036854775807.times { }",
        "x = (1..9e18).count"}) {
    EXPECT_THAT(ruby.Run(text), ::testing::AnyOf(end, StartsWith("NoMemoryError"))) << text;
  }
  EXPECT_EQ(ruby.Run("1 + 1"), "=> 2\n");
}

TEST(InterpreterTest, MemoryIsLimited) {
  TestRuby ruby({.steps = 0, .memory_bytes = size_t{8} << 20});
  for (const char* text : {"'a' * 10_000_000_000",
                           "x = 'a'; loop { x << x }",
                           "x = []; loop { x << 1 }",
                           "h = {}; i = 0; loop { h[i += 1] = i }",
                           "[0] * 10_000_000_000",
                           "Array.new(1_000_000_000, 0)",
                           "a = []; a[1_000_000_000] = 1",
                           "a = []; a[9_223_372_036_854_775_807] = 1",
                           "'x'.rjust(1_000_000_000)",
                           "x = 'aaaa'; loop { x += x }",
                           "['a'].pack('a999999999999')",
                           "x = 'ab'; loop { x = x.gsub('a', 'aa').gsub('b', 'ab') }",
                           "x = [1]; loop { x = x + x }",
                           "x = ['ab'] * 9999; x = [x] * 999; x.join",
                           "x = 'a' * 9999; loop { x = \"#{x}#{x}\" }",
                           "x = [1]; loop { x = [x, x] }; x.flatten",
                           "(1..10**12).each_slice(10**12) { }",
                           "('a' * 4_000_000).chars",
                           "('a' * 4_000_000).split('')",
                           "(1..10**9).map { |i| i.to_s }"}) {
    EXPECT_THAT(ruby.Run(text), StartsWith("NoMemoryError")) << text;
    ruby.Run("x = a = h = nil");
  }
  EXPECT_EQ(ruby.Run("'%1048577d' % 1"), "ArgumentError: width too big\n");
  EXPECT_EQ(ruby.Run("1 + 1"), "=> 2\n");
}

TEST(InterpreterTest, DeepRecursionIsAnError) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("def f(n)\n f(n + 1)\nend\nf(0)"), "SystemStackError: stack level too deep\n");
  EXPECT_EQ(ruby.Run("g = ->(x) { x.(x) }; g.(g)"), "SystemStackError: stack level too deep\n");
  EXPECT_EQ(ruby.Run("def h(n) n == 0 ? 0 : 1 + h(n - 1) end; h(200)"), "=> 200\n");
}

TEST(InterpreterTest, ValuesThatHoldThemselves) {
  TestRuby ruby;
  EXPECT_THAT(ruby.Run("a = [1]; a << a; a"), StartsWith("=> [1, [1, [1, "));
  EXPECT_EQ(ruby.Run("a.flatten"), "ArgumentError: tried to flatten recursive array\n");
  EXPECT_EQ(ruby.Run("b = [1]; b << b; a == b"), "SystemStackError: stack level too deep\n");
  EXPECT_EQ(ruby.Run("a.hash"), "SystemStackError: stack level too deep\n");
  EXPECT_EQ(ruby.Run("h = {}; h[1] = h; f = ->() { f }; puts 1"), "1\n");
  // Nested a million times: freed one after the other.
  EXPECT_EQ(ruby.Run("x = nil; 300_000.times { x = [x] }; x = nil; 1"), "=> 1\n");
  EXPECT_EQ(ruby.Run("x = [0]; 60.times { x = [x, x] }; x == x.dup"),
            "SystemStackError: stack level too deep\n");
}

TEST(InterpreterTest, InterruptedLoopsEnd) {
  TestRuby ruby;
  ruby.host.cancel_at = 5;
  EXPECT_THAT(ruby.Run("begin; loop { print 'x' }; rescue Exception; ensure; puts 'no'; end"),
              HasSubstr("Interrupt: \n"));
  EXPECT_EQ(ruby.host.printed.find("no"), std::string::npos);
}

TEST(InterpreterTest, NothingReachesOutside) {
  TestRuby ruby;
  for (const char* text : {"File.read('x')",
                           "IO.popen('ls')",
                           "system('ls')",
                           "exec 'ls'",
                           "eval('1')",
                           "send(:puts, 1)",
                           "'x'.send(:upcase)",
                           "5.instance_eval { }",
                           "ENV['HOME']",
                           "Dir.pwd",
                           "Process.pid",
                           "fork",
                           "open('x')",
                           "load 'x'",
                           "require 'socket'",
                           "binding",
                           "ObjectSpace",
                           "Kernel.puts 1",
                           "method(:puts)",
                           "[1].map(&:send)",
                           "'a'.public_send(:size)"}) {
    EXPECT_THAT(ruby.Run(text), StartsWith("SecurityError: ")) << text;
  }
}

TEST(InterpreterTest, LibrariesAreAlwaysHere) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("require 'digest'"), "=> true\n");
  EXPECT_EQ(ruby.Run("require 'digest'"), "=> false\n");
  EXPECT_EQ(ruby.Run("Time.now.to_i"), "=> 1700000000\n");
  EXPECT_EQ(ruby.Run("Time.now.to_f"), "=> 1700000000.5\n");
}

TEST(InterpreterTest, IntegersHave64Bits) {
  TestRuby ruby;
  const std::string error = "RangeError: the result does not fit into 64 bits\n";
  EXPECT_EQ(ruby.Run("9223372036854775807 + 1"), error);
  EXPECT_EQ(ruby.Run("-9223372036854775807 - 2"), error);
  EXPECT_EQ(ruby.Run("2 ** 63"), error);
  EXPECT_EQ(ruby.Run("2 ** 62"), "=> 4611686018427387904\n");
  EXPECT_EQ(ruby.Run("(-2) ** 63"), "=> -9223372036854775808\n");
  EXPECT_EQ(ruby.Run("(-2 ** 62 * 2) / -1"), error);
  EXPECT_EQ(ruby.Run("(-2 ** 62 * 2) % -1"), "=> 0\n");
  EXPECT_EQ(ruby.Run("(-2 ** 62 * 2).abs"), error);
  EXPECT_EQ(ruby.Run("1 << 63"), error);
  EXPECT_EQ(ruby.Run("1 << 62"), "=> 4611686018427387904\n");
  EXPECT_EQ(ruby.Run("'ffffffffffffffff'.hex"), error);
  EXPECT_EQ(ruby.Run("1e19.to_i"), error);
  EXPECT_EQ(ruby.Run("[-1].pack('Q').unpack('Q')"),
            "RangeError: 18446744073709551615 does not fit into 64 bits with a sign\n");
}

TEST(InterpreterTest, RandomNumbersCanBeRepeated) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("srand(7); a = [rand(100), rand, rand(1..6)]; srand(7); a == [rand(100), "
                     "rand, rand(1..6)]"),
            "=> true\n");
  EXPECT_EQ(ruby.Run("(1..100).all? { (0...10).include?(rand(10)) }"), "=> true\n");
}

TEST(InterpreterTest, ErrorsHaveTheirPlace) {
  TestRuby ruby;
  ruby.Run("[1].each do |i|\n  x = i + nothing\nend");
  EXPECT_EQ(ruby.position, (Position{2, 11}));
  ruby.Run("\n\ndef bad\n  1 / 0\nend");
  EXPECT_EQ(ruby.Run("  bad"), "ZeroDivisionError: divided by 0\n");
  EXPECT_EQ(ruby.position, (Position{1, 3}));
}

TEST(InterpreterTest, JumpsLeaveTheRightLoop) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("[1, 2].map { |a| [3, 4].each { |b| break b } }"), "=> [3, 3]\n");
  EXPECT_EQ(ruby.Run("def f() [1, 2].each { |x| return x } end; f"), "=> 1\n");
  EXPECT_EQ(ruby.Run("def g() [1].each { yield } ; 5 end; g { break 9 }"), "=> 9\n");
  EXPECT_EQ(ruby.Run("x = while true do [1].each { |v| break }; break 7 end"), "=> 7\n");
  EXPECT_EQ(ruby.Run("[1, 2, 3].map { |v| next 0 if v == 2; v }"), "=> [1, 0, 3]\n");
  EXPECT_EQ(ruby.Run("for i in 1..3 do next if i == 2; print i; end"), "13\n=> 1..3\n");
  EXPECT_EQ(ruby.Run("l = lambda { return 4 }; l.call + 1"), "=> 5\n");
  EXPECT_EQ(ruby.Run("break"), "LocalJumpError: break from proc-closure\n");
  EXPECT_EQ(ruby.Run("[3, 1, 2].sort { rand(3) - 1 }.size"), "=> 3\n");
}

TEST(InterpreterTest, LoopsMayChangeWhatTheyGoThrough) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("a = [1, 2, 3]; a.each { |v| a.clear }; a"), "=> []\n");
  EXPECT_EQ(ruby.Run("a = [1, 2]; a.each { |v| a << 9 if a.size < 5 }; a"), "=> [1, 2, 9, 9, 9]\n");
  EXPECT_EQ(ruby.Run("h = {a: 1}; h.each { |k, v| h[v] = k }; h"), "=> {:a=>1, 1=>:a}\n");
  EXPECT_EQ(ruby.Run("a = [3, 1]; a.sort_by { |v| a.clear; v }"), "=> [3]\n");
  EXPECT_EQ(ruby.Run("a = [1, 2, 3]; a.map! { |v| a.clear; v }"), "=> [1]\n");
  EXPECT_EQ(ruby.Run("s = 'ab'; s.each_char { |c| s << c }; s"), "=> \"abab\"\n");
}

TEST(InterpreterTest, JavaOfHBasesScripts) {
  TestRuby ruby;
  EXPECT_EQ(ruby.Run("java.lang.Long::MIN_VALUE"), "=> -9223372036854775808\n");
  EXPECT_EQ(ruby.Run("org.apache.hadoop.hbase.util.Bytes.toBytes('ab')"), "=> \"ab\"\n");
  EXPECT_EQ(ruby.Run("Bytes.toLong(Bytes.toBytes(-3))"), "=> -3\n");
  EXPECT_EQ(ruby.Run("Bytes.toDouble(Bytes.toBytes(1.5))"), "=> 1.5\n");
  EXPECT_EQ(ruby.Run("Bytes.toStringBinary([1, 65].pack('C*'))"), "=> \"\\\\x01A\"\n");
  EXPECT_EQ(ruby.Run("java.lang.System.currentTimeMillis > 1500000000000"), "=> true\n");
}

}  // namespace
}  // namespace basalt::shell::ruby
