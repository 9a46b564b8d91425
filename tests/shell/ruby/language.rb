# Ruby as people type it in HBase's shell. Chunks are separated by blank lines; `record` runs them
# with JRuby and writes what irb would print to language.txt, which src/shell/ruby/recorded_test.cc
# compares with this shell.

x = 5

y = x * 3 - 1

x += 2

x ** 10

7 / 2

-7 / 2

-7 % 3

7.fdiv(2)

7.0 / 2

1e20

1e15

1.0e-5

0.0001

100.0

1.23456789012345

10.divmod(3)

(1..5).to_a

(1...5).to_a

1..5

('a'..'e').to_a

('aa'..'ad').to_a

('08'..'11').to_a

(1..10).step(3).to_a

(1..5).sum

(1..5).inject(:+)

(1..5).inject { |a, b| a * b }

(1..5).reduce(10) { |a, b| a + b }

(1..3).each { |i| puts "row#{i}" }

3.times { |i| print i, ' ' }

3.times.map { |i| i * i }

1.upto(4) { |i| print i }

4.downto(1) { |i| print i }

1.step(10, 4) { |i| print i, ',' }

10.step(1, -3).to_a

[1, 2, 3].map { |v| v + 1 }

[1, 2, 3].collect { |v| v.to_s }

[1, 2, 3, 4].select { |v| v.even? }

[1, 2, 3, 4].reject(&:odd?)

%w[a b c].each_with_index { |s, i| puts "#{i}:#{s}" }

%w(x y).each_with_index.map { |s, i| s * (i + 1) }

%w(x y).map.with_index(1) { |s, i| "#{s}#{i}" }

[3, 1, 2].sort

[3, 1, 2].sort { |a, b| b <=> a }

%w(pear fig apple).sort_by { |s| s.length }

%w(pear fig apple).max_by(&:size)

[1, [2, [3, nil]]].flatten

[1, 2, 2, 3, 1].uniq

[1, nil, 2].compact

[1, 2, 3].zip(['a', 'b', 'c'])

[1, 2, 3, 4, 5].each_slice(2).to_a

[1, 2, 3].each_cons(2).to_a

[1, 2, 3, 4].partition { |v| v > 2 }

%w(apple avocado banana).group_by { |s| s[0] }

[1, 2, 3].include?(2)

[1, 2, 3].first

[1, 2, 3].last(2)

[1, 2, 3].reverse

[1, 2, 3].min

[5, 2, 8].max

[0.1, 0.2, 0.3].sum

[1, 2, 3].join('-')

[1, 2] + [3]

[1, 2, 2, 3] - [2]

[1, 2] * 2

[1, 2, 3] & [2, 3, 4]

[1, 2] | [2, 3]

a = [1, 2]

a << 3

a.push(4, 5)

a[0] = 'zero'

a[7] = 7

a

a[1..2]

a[-1]

a[1, 3]

a.size

a.pop

a.shift

a.unshift(0)

a.delete_at(1)

a.index(4)

[1, 2, 3].each_with_object([]) { |v, all| all << v * 2 }

[[1, 2], [3, 4]].map { |a, b| a + b }

[[1, [2, 3]]].each { |a, (b, c)| puts a + b + c }

[1, 2, 3].any? { |v| v > 2 }

[1, 2, 3].all? { |v| v > 2 }

[1, 2, 3].none?

[1, 2, 3, 4].count(&:even?)

[1, 2, 3].find { |v| v > 1 }

[4, 5].each_with_index.to_a

[1, 2, 3].take(2)

[1, 2, 3].drop(2)

[1, 2, 3, 4].take_while { |v| v < 3 }

[[2, 'b'], [1, 'a']].sort

[[1, 2], [3, 4]].transpose

[[:a, 1], [:b, 2]].to_h

[1, 2, 3].rotate

Array.new(3)

Array.new(3, 0)

Array.new(3) { |i| i * 2 }

h = {'a' => 1, 'b' => 2}

h['c'] = 3

h

h['nothing']

h.keys

h.values

h.size

h.map { |k, v| "#{k}=#{v}" }

h.each { |k, v| puts k + v.to_s }

h.each_pair { |k, v| print k, v }

h.select { |k, v| v > 1 }

h.key?('a')

h.include?('z')

h.fetch('z', 0)

h.delete('a')

h.to_a

h.merge({'d' => 4})

h.sort_by { |k, v| -v }

h.min_by { |k, v| v }

h.invert

h.each_with_index { |(k, v), i| puts "#{k}#{v}#{i}" }

counts = Hash.new(0)

%w(a b a).each { |w| counts[w] += 1 }

counts

{a: 1, :b => 2, 'c' => nil, 4 => 5.5}

{:name => 'f', 'VERSIONS' => 3}[:name]

:symbol

:symbol.to_s

'text'.to_sym

"tab\t \e newline\n quote\" \\ #{x} \#{x}"

"\x00\x01\x7f"

"\u00e4\u20ac"

"abc\xff"

'single #{x}'

"a" + "b"

"ab" * 3

s = 'abc'

s << 'def'

s[0]

s[-1]

s[1, 2]

s[1..-2]

s[1...3]

s['cd']

s[10]

s.length

s.reverse

s.upcase

s.capitalize

'ABC'.downcase

'aBc'.swapcase

'42'.rjust(6, '0')

'42'.ljust(6, '.')

'42'.center(7, '*')

'42abc'.to_i

'abc'.to_i

'ff'.to_i(16)

'0x1f'.hex

'777'.oct

'1.5e3x'.to_f

255.to_s(16)

255.to_s(2)

'abc'.chars

'abc'.bytes

'a'.ord

97.chr

200.chr

'a'.succ

'az'.next

'zz'.succ

'a9'.succ

'Zz'.succ

'1.9'.succ

'a,b,,c,,'.split(',')

'a b  c'.split

'a,b,c'.split(',', 2)

'abc'.split('')

'row-1'.start_with?('row')

'row-1'.end_with?('2', '1')

'a.b.c'.sub('.', '-')

'a.b.c'.gsub('.', '-')

'hello'.tr('el', 'ip')

'hello'.delete('l')

'aaabbb'.squeeze

'hello'.index('l')

'hello'.rindex('l')

'hello'.count('l')

'hello'.insert(2, 'XX')

'  x '.strip

"line\n".chomp

'abc'.chop

'abc'.include?('b')

'abc' <=> 'abd'

'abc' == "abc"

'a'.between?('a', 'b')

'abc'.each_char { |c| print c, '.' }

'abc'.unpack('C*')

'%05d' % 42

'%s-%s' % ['a', 1]

'%-6s|%6s|' % ['ab', 'cd']

'%x %X %o %b %e %.3f' % [255, 255, 8, 5, 12345.678, 3.14159]

'%+d % d %#x %08b %%' % [5, 5, 255, 5]

'%c%c' % [65, 'z']

'%p' % [nil]

'%3$s %1$s' % ['a', 'b', 'c']

'%<n>03d %{s}' % {n: 7, s: 'x'}

format('%010.4f', 3.14159)

sprintf('%s', [1, 2])

'%-10s|' % 'left'

[1, 2].pack('C*')

[65, 66, 67].pack('c3')

[1].pack('N')

[1].pack('n')

[1].pack('Q>')

[1].pack('q<')

[-1].pack('l>')

[1, 2].pack('S>L<')

[258].pack('v')

[258].pack('V')

['abc'].pack('a5')

['abc'].pack('A5')

['abc'].pack('a*')

['616263'].pack('H*')

['61'].pack('h*')

[1.5].pack('G')

[1.5].pack('g')

['user', 42].pack('a8N')

[1, 'x'].pack('Cxa')

"\x00\x00\x00\x05".unpack('N')

[1, -2, 3].pack('q>*').unpack('q>*')

"\xff\xfe".unpack('C*')

"\xff\xfe".unpack('s>')

'abc'.unpack('H*')

'abc'.unpack1('H*')

'abc  '.unpack('A*')

"abc\0\0".unpack('a*')

"ab\0cd".unpack('Z*a*')

['hello world'].pack('m0')

'aGVsbG8='.unpack('m')

[9223372036854775807].pack('Q>').unpack('Q>')

if x > 3
  puts 'big'
elsif x > 1
  puts 'middle'
else
  puts 'small'
end

puts 'modified' if x == 7

puts 'not' unless x == 7

x > 3 ? 'yes' : 'no'

unless x == 7 then 'a' else 'b' end

i = 0

while i < 3
  print i
  i += 1
end

until i == 0 do i -= 1 end

i += 1 while i < 10

i

for j in 0..2
  print j
end

for k, v in [[1, 2], [3, 4]] do print k + v, ' ' end

loop do
  i -= 1
  next if i.odd?
  break if i < 4
  print i
end

[1, 2, 3].each do |v|
  next if v == 2
  puts v
end

(1..10).each { |v| break v * 100 if v == 3 }

begin
  i += 5
end while i < 20

i

case x
when 1..5 then 'low'
when 6, 7 then 'high'
else 'none'
end

case 'abc'
when String
  'text'
when Integer
  'number'
end

true && false

nil || 'default'

not true

!nil

true and nil

nil or 5

x.nil?

nil.nil?

nil.to_a

nil.to_s

nil.inspect

n ||= 10

n &&= n + 1

n

a, b = 1, 2

a, b = b, a

[a, b]

first, *rest = [1, 2, 3]

rest

p 1

p 'a', :b

p

puts

puts [1, [2, nil]]

puts nil, true

print "a", 1, nil, "\n"

def double(n)
  n * 2
end

double(4)

double 5

def greet(name = 'you', *more)
  return "nobody" if name.nil?
  "hello #{name}#{more.inspect}"
end

greet

greet 'ada', 1, 2

greet(nil)

def twice
  yield 1
  yield 2
end

twice { |v| puts v }

def fib(n)
  n < 2 ? n : fib(n - 1) + fib(n - 2)
end

fib(15)

begin
  1 / 0
rescue ZeroDivisionError => e
  puts "rescued #{e.message}"
end

begin
  raise 'oops'
rescue => e
  puts e.class, e.message
ensure
  puts 'always'
end

begin
  raise ArgumentError, 'bad'
rescue TypeError, ArgumentError => e
  e
end

Integer('42')

Integer('0x1f', 16)

Float('1.5')

String(5)

Array(1..3)

square = lambda { |v| v * v }
square.call(4)

add = ->(a, b) { a + b }
add.(1, 2)

add[3, 4]

[1, 2, 3].map(&square)

5.between?(1, 10)

5.clamp(1, 3)

-5.abs

10.gcd(4)

3.7.to_i

3.7.round

3.14159.round(2)

-3.7.floor

3.2.ceil

10.to_f

1_000_000

0b101

0o17

0xff

?a

5 <=> 3

5 & 3

5 | 3

5 ^ 3

~5

1 << 10

1024 >> 3

5.zero?

0.zero?

5.pred

5.succ

5.digits

65.chr

3.14.to_s

5.class

5.5.class

'a'.class

nil.class

[].class

{}.class

:a.class

(1..2).class

5.is_a?(Integer)

'a'.respond_to?(:upcase)

(1..10).include?(5)

(1..10).select(&:even?)

(1..10).each_slice(4).to_a

(1..4).each_cons(2).to_a

('a'..'c').map { |c| c.upcase }

(1..3).zip(4..6)

(1..3).each_with_index.map { |v, i| v * i }

(0...16).map { |i| i.to_s(16) }

(1..3).flat_map { |v| [v] * v }

(1..6).each_with_object({}) { |v, h| h[v] = v * v }

(1..4).reverse_each { |v| print v }

(1..3).first

(1..9).first(3)

(1..9).last(2)

(1..9).min

(1..9).size

(1..0).to_a

'a'.frozen?

[1, 2, 3].to_s

[1, 2, 3].inspect

"#{[1, 'a', nil, :b]} #{nil} #{{1 => 2}} #{1.0}"

require 'digest'; Digest::MD5.hexdigest('row1')

Digest::MD5.digest('row1').bytes.first(4)

Digest::MD5.hexdigest('row1')[0, 4] + '-row1'

Digest::MD5.hexdigest('row1')[0, 2].hex % 16

java.lang.Long::MAX_VALUE

java.lang.Integer::MAX_VALUE

java.lang.Long::MAX_VALUE - 5

Time.now.to_i > 1500000000

Time.now.to_f.class

rand(1)

rand.class

srand(5).class

[1, 2, 3].shuffle.sort

[7].sample

undefined_thing

undefined_thing(1)

5.undefined_method

nil.upcase

'a'.undefined_method

[1].undefined_method

1 / 0

1 % 0

1 + 'a'

'a' + 1

1 + nil

[1] + nil

'a' * -1

Integer('abc')

Float('x')

double

double(1, 2)

UndefinedConstant

Undefined::Constant

raise 'plain'

raise ArgumentError

raise ArgumentError, 'given'

[3, 'a'].sort

[1, 2].first(-1)

'%d' % 'x'

'%d %d' % [1]

{'a' => 1}.fetch('b')

[1].fetch(5)

nil + 1

nil[0]

loop { break }

x = if true then 1 else 2 end

x = begin 5 end

[1, 2,
 3].map do |v|
  v * 2
end

(1..3)
  .map { |v| v + 1 }
  .select(&:even?)

[[1, 'a'], [2, 'b']].each do |id, name|
  puts "%03d %s" % [id, name]
end

10.downto(8).map { |v| "r%02d" % v }

keys = (0..3).map { |i| [i].pack('N') + 'x' }

keys.map { |k| k.unpack('Na') }

'x'.to_s.to_sym.inspect

"%s" % nil

"%s" % :sym

"a".eql?("a")

1.eql?(1.0)

1 == 1.0

[1, 2] == [1, 2]

[1, 2] <=> [1, 3]

{1 => 2} == {1 => 2}

"abc".hash == "abc".hash

"é".bytes

"é".length

"é".bytesize

"日本".reverse

"ab\ncd".lines

"abc".slice(0, 2)

"a-b_c".tr('-_', '  ')

"abc".tr('a-c', 'A-C')

"hello world".capitalize

"%.2e" % 12345.678

"%g %g" % [1e10, 1e-5]

"%08.3f" % 3.14159

"%5s%-5s|" % %w(a b)

"%s and %p" % ['a', 'a']

1234567.89.to_s

1e100.to_s

-0.0

2 ** 0.5

10.0 % 3

1.0 / 0

0.0 / 0

3.0 == 3

7.to_s.rjust(3, '0')

[nil, true, false].map(&:inspect)

[1, 2, 3].sum { |v| v * 2 }

[1, 2, 3].inject(:*)

%w(a b c).each_with_index.to_h

%w(b a).sort!.first

[3, 1].minmax

[1, 2, 3, 4, 5].each_slice(2).map(&:sum)

[1, 2, 3].cycle.first(5)

%i(a b)

[*1..3, *[4, 5]]

{**{a: 1}, b: 2}

h = {b: 1, a: 2}
h.sort.to_h

h.sum { |k, v| v }

h.find { |k, v| v == 2 }

h.reduce(0) { |s, (k, v)| s + v }

h.any? { |k, v| v > 1 }

h.count

h.empty?

h.group_by { |k, v| v.odd? }

h.partition { |k, v| v > 1 }

h.transform_values { |v| v * 10 }

h.key(2)

h.dig(:a)

h.reject { |k, v| v > 1 }

h.max_by { |k, v| v }

h.each_with_object([]) { |(k, v), all| all << k }

h.values_at(:a, :b)

h.has_value?(2)

h.clear

[1, 2, 3].each_with_index

(1..3).map

10.times

[nil, 1].to_s

%w[b a].sort.each_with_index.map { |k, i| [k, i] }.to_h

"row#{'%03d' % 7}-#{[1, 2].map { |v| "<#{v}>" }.join}"

prefix = 'user'
(1..3).map { |i| "#{prefix}:#{i.to_s.rjust(4, '0')}" }

(1..3).each_with_index do |v, i|
  print v * i, (i == 2 ? "\n" : ' ')
end

puts "%-10s|%5.1f|%+d" % ['name', 3.14159, 7]

splits = (1..9).map { |i| "#{i}000" }

%w[a b c].zip(1..3).each { |name, n| puts "#{name}=#{n}" }

('a'..'c').each_with_index { |c, i| print c * (i + 1), ' ' }

[3, 1, 2].sort.reverse.first(2).inspect

[1, 2, 3].inject(0) { |sum, v| sum + v } / 3.0

x = 10
x -= 3 while x > 0
x

begin
  Integer('x')
rescue ArgumentError
  'not a number'
end

def key(user, ts)
  [user].pack('a8') + [java.lang.Long::MAX_VALUE - ts].pack('Q>')
end

key('ada', 1700000000000)

key('ada', 1700000000000).unpack('A8Q>')

key('ada', 1700000000000).bytes.map { |b| '%02x' % b }.join

puts((1..3).to_a.inspect)

puts [3, 2, 1].sort.map { |v| v * 10 }.join(', ')

[1, 2, 3].each_slice(2) { |a, b| puts "#{a},#{b.inspect}" }

i = 5
i.times do
  i -= 1
end
i

{a: 1}.each { |pair| p pair }

{a: 1}.map { |k, v| [v, k] }

[[1, 2], [3]].each { |a, b| p [a, b] }

def opt(a, b = a + 1, *c)
  [a, b, c]
end

opt(1)

opt(1, 5, 6, 7)

yielder = lambda { |x, y = 2| x + y }
yielder.call(1)

yielder.call

[1, 2].each { |v| return_me = v }

return_me

nil.foo

'abc'.foo(1)

5.foo

Object.foo

"abc"[1] = 'X'

s = 'hello'
s[0] = 'J'
s

s[1..2] = 'EE'
s

s.sub!('J', 'j')
s

s.gsub('E') { |m| m.downcase }

1 <=> 'a'

5 == '5'

"5" + 5.to_s

'5' * 3

5.to_s + '5'

'%s' % [[1, 2]]

'%d%%' % 50

'%s %s' % %w[a b]

"a\tb\\n"

'a\tb\\n'

"\#{5}"

puts 'a', ['b', ['c']]

print 1, 2, "\n"

case when 1 > 2 then 3 else 4 end

[1, 2, 3, 4][1..-1]

ROWS = 3
ROWS * 2

10.times.each_slice(3).map(&:sum)

[*'a'..'c', *'0'..'2'].join

'abc'.each_char.with_index.map { |c, i| c * i }

[[1, 2], [3, 4]].map { |a, b| a * b }.inject(:+)

raise "a" rescue "b"

[1, nil].map { |v| v&.succ }

0.1 + 0.2

"%s" % {a: 1}

('a'..'e').step(2).to_a

Integer === 5

[1, 2, 3].each_with_index.max_by { |v, i| -i }

[1, 2, 3].pack('C2')

['a', 'b'].pack('a2a2')

['abc', 'def'].pack('A2x2a*')

[1].pack('s')

[-2].pack('q>')

[65535].pack('n')

[65536].pack('n')

[300].pack('C')

[-1].pack('N')

['41424'].pack('H*')

['4'].pack('H')

['414243'].pack('H4')

['10101010'].pack('B8')

['0101'].pack('b*')

[300, 1].pack('w*')

[228, 8364].pack('U*')

['abc'].pack('m')

['x' * 50].pack('m')

['ab'].pack('Z5')

['ab'].pack('Z*')

[1.5, -2.0].pack('eE')

[1, 2].pack('N*').bytes

[1].pack('')

[].pack('N')

['a'].pack('N')

[1].pack('a')

"\x01\x02\x03".unpack('Cn')

"\x01".unpack('N')

"\x01\x02".unpack('C3')

"abcdef".unpack('a2xa*')

"\xff\xff\xff\xff".unpack('l>')

"\xff\xff\xff\xff".unpack('L>')

"abc".unpack('B*')

"abc".unpack('b8')

"abc".unpack('H3')

"\x82\x2C\x01".unpack('w*')

"ab\0\0".unpack('A*')

"ab\0\0".unpack('Z*')

"ab".unpack('a5')

"\x3f\xc0\x00\x00".unpack('g')

"äb".unpack('U*')

"abc".unpack('x2a')

'%5d|%-5d|%05d' % [42, 42, -42]

'%+5d|% 5d' % [42, 42]

'%.3d' % 7

'%8.3d|' % 7

'%x' % -255

'%b' % -5

'%o' % -8

'%+x' % -255

'%#b %#o %#X' % [5, 8, 255]

'%10.2f|%-10.2f|%010.2f' % [3.14159, 3.14159, -3.14159]

'%e %E' % [0, 123456.789]

'%g %g %g' % [100000, 1000000, 0.0001]

'%s' % 'a'

'%.2s|%5.1s|' % ['abc', 'xyz']

'%*d|%-*d|' % [5, 42, 5, 42]

'%c' % 10

'%5c|' % 'x'

'%%%d%%' % 5

'%d' % 3.99

'%d' % '0x1f'

'%f' % '1.5'

'%d' % nil

'%s %s' % ['a']

'%z' % 1

'%' % []

'%-5s|' % :ab

'%p %p' % ['a', :b]

'%08.3e' % 12345.678

'%s' % true

'%05s' % 'ab'

'%d apples' % 3

format('%2$s %1$s', 'a', 'b')

format('%<a>d', {a: 1})

format('%{a}-%{b}', a: 1, b: 'x')

1_000.to_s

1234567.to_s(36)

-255.to_s(16)

'z'.to_i(36)

'-12'.to_i

'  12  '.to_i

'1_000'.to_i

'12.5kg'.to_f

'.5'.to_f

'1e5'.to_f

'0b101'.to_i(2)

'0x1F'.to_i(16)

5.0.to_s

1e2

1.0e10

123456789.123456789

-1.5.abs

-1.5.round

2.5.round

-2.5.round

1234.567.round(-2)

1234.round(-2)

15.round(-1)

1.23456.floor(2)

7.divmod(-2)

-7.divmod(2)

7.5.divmod(2)

5.fdiv(3).round(3)

2**10

2**0

0**0

10.pow(3)

10.digits

255.digits(16)

6.lcm(4) rescue 'no'

3.14.truncate

1 <=> 2.5

5.clamp(7, 9)

'abc'.center(10)

'abc'.center(10, '12')

'ab'.rjust(1)

'a'.ljust(4, 'xy')

'abc'.insert(-1, 'd')

'abc'.insert(1, 'X')

'hello world'.split('o')

'hello'.split('l', -1)

'a  b c '.split(' ')

' a b'.split(' ', 2)

'abc'.partition('b')

'abcbd'.rpartition('b')

'abc'.tr('abc', 'x')

'abc'.tr('^b', '-')

'hello'.delete('l-o')

'aabbcc'.squeeze('a')

'abc'.start_with?('x', 'a')

'abc'.sub('b', 'X')

'aaa'.gsub('a', 'b')

'abc'.gsub('', '-')

'abc'.index('c', 1)

'abcabc'.rindex('b')

'abc'.succ

'az9'.succ

'Az'.succ

'zZ9'.succ

'-9'.succ

'<<koala>>'.succ

'***'.succ

''.succ

'abc'.slice(1..-1)

'abc'[3]

'abc'[3, 1]

'abc'[4, 1]

'abc'[-2..-1]

'abc'[5..6]

'abc'.chars.each_slice(2).map(&:join)

"a\u0300".length

"日本語"[1]

"日本語".center(9, '*')

'%5s|' % 'é'

"日本語".bytes.length

'abc'.casecmp('ABC') rescue 'no'

'AbC'.swapcase

'abc' * 0

'a'.upto('e').to_a

'08'.upto('11').to_a

'a'.ord.chr

'abc'.sum

'abc'.hash.class

'abc'.eql?('abc')

'a'.between?('b', 'c')

"tab\tnew\nline"

"\e[0m"

"\u200b"

"\u{1F600}"

"a\x80b"

"abc".force_encoding('BINARY')

"é".force_encoding('ASCII-8BIT')

:"with space"

:a?

:[]

{"a" => {"b" => [1, nil]}}

{1 => :a, nil => 2, [1] => 3}

{a: 1}.to_s

[1..2, 'a'..'b', 1...3]

[1.0, 1e30, -0.5]

[1, 2, 3, 4, 5].each_slice(2).to_a

[5, 3, 1].each_with_index.sort_by { |v, i| v }.map(&:last)

[1, 2, 3, 4].each_cons(2).map { |a, b| b - a }

[[3, 'c'], [1, 'a']].sort.to_h

['b', 'B', 'a'].sort

['b', 'a'].max

[1, 2.5].max

[[1, 'b'], [1, 'a']].min

[3, 1, 2].max(2)

[3, 1, 2].min_by { |v| -v }

[1, 2, 3].sum / 2.0

['a', 'b'].sum('')

[[1], [2]].sum([])

[1, 2, 3, 4].inject { |a, b| a - b }

[1, 2, 3].inject(10, :+)

[].inject(:+)

[].sum

[].max

[].first

[].first(2)

[].sample

[1, 2, 3].values_at(0, 2, 5)

[1, 2, 3].fetch(1)

[1, 2, 3].fetch(9, 'none')

[1, 2, 3].dig(0)

[1, 2, 3].delete(2)

[1, 2, 3].insert(1, 9, 8)

[1, 2, 3].fill(0)

[3, 1].sort!

[1, 1].uniq!

[1, 2].uniq!

[1, nil].compact!

[1, 2, 3].select!(&:odd?)

[1, 2, 3].map!(&:to_s)

[1, 2, 3].rotate(-1)

[1, 2, 3].combination(2).to_a

[1, 2].product([3, 4])

[1, 2, 3].each_entry.to_a

[1, 2, 3].partition(&:even?)

[1, 2, 3].reverse_each.to_a

[1, 2, 3].find_index(2)

[1, 2, 3].take_while { |v| v < 3 }

[1, 2, 3].drop_while { |v| v < 2 }

[1, 2, 3].cycle.first(4)

[1, 2, 3].none? { |v| v > 3 }

[nil, false].any?

[1, 2, 3].one? { |v| v > 2 } rescue 'no'

[1, [2, [3]]].flatten(1)

[[1, 2], [3, 4]].transpose

[1, 2] <=> [1]

[1, 2, 3][5]

[1, 2, 3][-5]

[1, 2, 3][3, 1]

[1, 2, 3][4, 1]

[1, 2, 3][1...-1]

a = [1, 2, 3]
a[1..2] = [9]
a

[1, 2, 3].to_a.equal?(5)

[1, 2, 3].lazy.map { |v| v * 2 }.first(2)

h = {'x' => 1}
h['y'] ||= 5
h['x'] += 1
h

h.each_with_object({}) { |(k, v), m| m[v] = k }

h.map { |k, v| [k, v * 2] }.to_h

h.sort_by { |k, v| -v }.first

h.sum { |k, v| v }

h.find_all { |k, v| v > 2 }

h.inject(0) { |s, kv| s + kv[1] }

h.each_slice(1).to_a

h.zip([1, 2])

h.first

h.min_by { |_, v| v }

h.sort { |a, b| b[1] <=> a[1] }

h.delete('nope')

h.key?('x') && h.value?(2)

h.to_a.flatten

h.keys.zip(h.values)

h.merge({'x' => 9}) { |k, a, b| a + b }

h.fetch('z') { |k| k * 2 }

h.reduce { |a, b| a + b }

h.each_key { |k| print k }

h.any? { |k, v| v > 100 }

h.all? { |k, v| v > 0 }

h.count { |k, v| v > 2 }

h.partition { |k, v| v > 2 }.map(&:to_h)

h.flat_map { |k, v| [k] * v }

h.length

Hash.new { |hash, k| hash[k] = k * 2 }[4]

Hash.new(5)[:x]

(1..10).step(4).map { |v| v }

(1.0..2.0).step(0.5).to_a

('a'..'zz').count

(1..3).to_a.reverse

(1..10).find { |i| i % 7 == 0 }

(1..4).inject(:*)

(1..4).each_entry.to_a

(1..3).cycle.first(5)

(1...10).size

(0.5..2).include?(1)

('a'..'e').include?('c')

('a'..'e') === 'z'

(3..1).to_a

(1..3).reverse_each.to_a

(1..3).sum { |v| v * v }

(1..3).minmax

(1..6).partition(&:even?)

(1..6).group_by { |v| v % 3 }

(1..3).zip(4..6, 7..9)

(1..Float::INFINITY).first(3)

1.step(2, 0.5).to_a

5.downto(1).select(&:even?)

3.times.to_a

3.times.with_index(1).to_a

def kw(*args, &block)
  block ? block.call(*args) : args
end
kw(1, 2) { |a, b| a + b }

kw(*[1, 2])

def rec(n) n.zero? ? [] : rec(n - 1) << n end
rec(3)

x = 5
y = x > 3 ? (x < 10 ? 'mid' : 'big') : 'small'

z = if x == 5
  'five'
else
  'other'
end

v = case x when 5 then 'five' end

w = while true do break 'out' end

until x <= 0
  x -= 2
end
x

begin
  [1, 2].fetch(10)
rescue IndexError => e
  e.class
end

begin
  raise KeyError, 'k'
rescue IndexError => e
  "#{e.class}: #{e.message}"
end

begin
  begin
    raise 'inner'
  ensure
    puts 'cleanup'
  end
rescue => e
  e.message
end

def risky
  yield
rescue ZeroDivisionError
  'div'
else
  'fine'
ensure
  print 'e '
end
risky { 1 / 0 }

risky { 1 }

e = RuntimeError.new('made')

e.message

raise e

begin; raise e; rescue => again; again.message; end

catch_all = begin Integer('z') rescue 0 end

puts [[], [1, []]].inspect, [nil].to_s

puts []

puts [[], []]

puts [nil]

p []

p nil, [nil]

puts 1.0, 1e20, 10**15

puts :sym, 'str', "multi\nline\n"

puts "a".."c"

puts({a: 1})

print "no newline"

puts "é", "日本"

p "é\x01"

defined?(x)

defined?(puts)

defined?(nothing_here)

defined?(String)

[1, 2, 3].frozen?

5.frozen?

nil.to_s.empty?

nil & true

true ^ true rescue 'no'

5.instance_of?(Integer)

5.is_a?(Comparable)

[].is_a?(Enumerable)

5.respond_to?(:nothing)

'a'.itself

[3, 5].tap { |v| puts v.size }

1.+(2)

Comparable

Math.sqrt(16)

Math::PI.round(5)

Math.log2(8)

Math.log10(1000)

Time.at(0).to_i

Time.at(1.5).to_f

Integer('12', 8)

Integer('0b11', 2)

Integer('0o17')

Integer(nil)

Integer(3.99)

Float('1e3')

Array(nil)

Array([1])

Array({a: 1})

String(:a)

rand(5..5)

[rand(3)].all? { |v| v < 3 }

srand(1); srand(2)

a = *1..3

def two
  return 1, 2
end
two

x, y = two
y

a = [1, 2, 3, 4]
a[0, 2] = []
a

'abc'.casecmp?('ABC')

[1, 2, 3].one?(2)
