require "stringio"
# Prints what irb would: each chunk after "> " and "* ", its output, and its value after "=> " unless
# it is nil, as in HBase's shell; an error as its class and message.
chunks = File.read(ARGV[0]).split(/\n\n+/).reject { |chunk| chunk.start_with?('#') }
scope = TOPLEVEL_BINDING
chunks.each do |chunk|
  lines = chunk.chomp.lines.map(&:chomp)
  puts "> #{lines.first}"
  lines.drop(1).each { |line| puts "* #{line}" }
  printed = StringIO.new
  begin
    $stdout = printed
    value = scope.eval(chunk)
    echo = value.nil? ? nil : "=> #{value.inspect}"
  rescue Exception => e
    echo = "#{e.class}: #{e.message.lines.first.to_s.chomp}"
  ensure
    $stdout = STDOUT
  end
  text = printed.string
  print text
  puts if !text.empty? && !text.end_with?("\n")
  puts echo if echo
end
