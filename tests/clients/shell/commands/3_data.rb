create 'd', {NAME => 'f', VERSIONS => 5}, {NAME => 'g', VERSIONS => 2}
put 'd', 'r1', 'f:a', 'one', 10
put 'd', 'r1', 'f:a', 'two', 20
put 'd', 'r1', 'f:a', 'three', 30
put 'd', 'r1', 'f:b', 'bee', 15
put 'd', 'r1', 'g:x', 'gee', 25
put 'd', 'r2', 'f:a', 'second', 40
put 'd', 'r2', 'f', 'only family', 41
put 'd', 'r3', 'g:', 'empty qualifier', 42
put 'd', 'r4', 'f:q', 'c', 43
put 'd', 5, 'f:a', 6, 44
put 'd', 'r5', 'f:nil', nil, 45
put 'd', 'r6', 'f:float', 1.5, 46
put 'd', 'r7', 'f:true', true, 47
put 'd', 'r8', 'f:utf8', 'grün', 48
put 'd', "\xe2\x82\xac", 'f:euro', "\xe2\x82\xac", 49
put 'd', 'r9', "f:\x01\x02", "\x00\x00\x00\x07", 50
put 'd', 'r10', 'f:long', "\x00\x00\x00\x00\x00\x00\x01\x00", 51
put 'd', 'r11', 'f:ts', 'string timestamp', '52'
put 'd', 'r11', 'f:ts', 'bad timestamp', 'now'
put 'd', 'r11', 'f:ts', 'negative', -1
put 'd', '', 'f:a', 'empty row'
put 'd', nil, 'f:a', 'nil row', 53
put 'd', 'r12', '', 'no column'   # vague
put 'd', 'r12', nil, 'nil column'
put 'd', 'r12', ':a', 'no family'   # vague
put 'd', 'r12', 'nope:a', 'v'
put 'd', 'r12', 'f:a'
put 'd', 'r12'
put 'd'
put
put 'd', 'r12', 'f:a', 'v', 54, {}
put 'd', 'r13', 'f:a', 'v', 55, {ATTRIBUTES => {'k' => 'v'}}
put 'd', 'r13', 'f:b', 'v', {ATTRIBUTES => {'k' => 'v'}}   # vague
put 'd', 'r13', 'f:c', 'v', 56, {TTL => 3600000}
put 'd', 'r13', 'f:d', 'v', 57, {VISIBILITY => 'secret'}
put 'd', 'r13', 'f:e', 'v', 58, {'STRANGE' => 1}
put 'd', 'r13', 'f:f', 'v', 59, 60
put 'd', 'r13', 'f:f', 'v', 59, {}, 60
put 'no_such_table', 'r', 'f:a', 'v'
put 'bad name', 'r', 'f:a', 'v'
put nil, 'r', 'f:a', 'v'
get 'd', 'r1'
get 'd', 'r1', 'f'
get 'd', 'r1', 'f:'
get 'd', 'r1', 'f:a', 'g:x'
get 'd', 'r1', ['f:a', 'g']
get 'd', 'r1', 'f:a', ['g:x']
get 'd', 'r1', []
get 'd', 'r1', nil
get 'd', 'r1', {}
get 'd', 'r1', {COLUMN => 'f:a'}
get 'd', 'r1', {COLUMNS => 'f:a'}
get 'd', 'r1', {COLUMN => ['f:a', 'f:b']}
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 3}
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 2}
get 'd', 'r1', {VERSIONS => 3}
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 0}
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => -1}
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 'x'}
get 'd', 'r1', {COLUMN => 'f:a', TIMESTAMP => 20}
get 'd', 'r1', {TIMESTAMP => 15}
get 'd', 'r1', {COLUMN => 'f:a', TIMERANGE => [10, 30], VERSIONS => 5}
get 'd', 'r1', {TIMERANGE => [10, 26]}
get 'd', 'r1', {TIMERANGE => [10]}
get 'd', 'r1', {TIMERANGE => [30, 10]}
get 'd', 'r1', {TIMERANGE => [-1, 10]}
get 'd', 'r1', {TIMERANGE => 'x'}
get 'd', 'r1', {COLUMN => 5}
get 'd', 'r1', {COLUMN => 'f:a', MAXLENGTH => 10}
get 'd', 'r1', {MAXLENGTH => 10}
get 'd', 'r1', {FILTER => "QualifierFilter(=, 'binary:b')"}
get 'd', 'r1', {COLUMN => 'f', FILTER => "ValueFilter(=, 'substring:ee')"}
get 'd', 'r1', {FILTER => "Nonsense("}
get 'd', 'r1', {CONSISTENCY => 'STRONG'}
get 'd', 'r1', {CONSISTENCY => 'WEAK'}
get 'd', 'r1', {ATTRIBUTES => {'a' => 'b'}}
get 'd', 'r1', {ATTRIBUTES => 'x'}
get 'd', 'r1', {AUTHORIZATIONS => ['a']}
get 'd', 'r1', {AUTHORIZATIONS => 'a'}
get 'd', 'r1', {REGION_REPLICA_ID => 0}
get 'd', 'r1', {FORMATTER => 'toString'}
get 'd', 'r1', {COLUMN => 'f:a', FORMATTER => 'toHex'}
get 'd', 'r1', {COLUMN => 'f:a', FORMATTER => 'noSuchMethod'}
get 'd', 'r1', {COLUMN => 'f:a', FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes', FORMATTER => 'toString'}
get 'd', 'r1', {COLUMN => 'f:a', FORMATTER_CLASS => 'no.such.Class', FORMATTER => 'toString'}
get 'd', 'r1', {'STRANGE' => 1}
get 'd', 'r1', 5
get 'd', 'r1', 'f:a:toString'
get 'd', 'r1', 'f:a:toInt'
get 'd', 'r1', 'f:a:noSuchMethod'
get 'd', 'r1', 'f:a:c(org.apache.hadoop.hbase.util.Bytes).toString'
get 'd', 'r2'
get 'd', 'r3'
get 'd', 'r4'
get 'd', 5
get 'd', '5'
get 'd', 'r5'
get 'd', 'r6'
get 'd', 'r7'
get 'd', 'r8'
get 'd', 'r8', {FORMATTER => 'toString'}
get 'd', "\xe2\x82\xac"
get 'd', 'r9'
get 'd', 'r9', "f:\x01\x02:toInt"
get 'd', 'r10', 'f:long:toLong'
get 'd', 'r10', 'f:long:toDouble'
get 'd', 'r10', 'f:long:toShort'
get 'd', 'r10', 'f:long:toFloat'
get 'd', 'r10', 'f:long:toBoolean'
get 'd', 'r11'
get 'd', ''
get 'd', nil
get 'd', 'r13', 'f:a'
get 'd', 'missing'
get 'd', 'r1', 'nope:a'
get 'd'
get
get 'no_such_table', 'r'
scan 'd', {LIMIT => 3}
scan 'd', {LIMIT => 1, VERSIONS => 5}
scan 'd', {STARTROW => 'r1', STOPROW => 'r2'}
scan 'd', {STARTROW => 'r1', ENDROW => 'r2'}
scan 'd', {STARTROW => 'r2', LIMIT => 1}
scan 'd', {STARTROW => 'z'}
scan 'd', {STOPROW => 'r1'}
scan 'd', {STARTROW => 'r3', STOPROW => 'r1'}
scan 'd', {STARTROW => 'r3', STOPROW => 'r1', REVERSED => true}
scan 'd', {REVERSED => true, LIMIT => 2}
scan 'd', {ROWPREFIXFILTER => 'r1'}
scan 'd', {ROWPREFIXFILTER => 'r1', STARTROW => 'r11'}
scan 'd', {ROWPREFIXFILTER => ''}
scan 'd', {COLUMNS => 'f:a'}
scan 'd', {COLUMN => 'f:a', LIMIT => 1}
scan 'd', {COLUMNS => ['f:a', 'g:x']}
scan 'd', {COLUMNS => 'g'}
scan 'd', {COLUMNS => []}
scan 'd', {COLUMNS => 5}
scan 'd', {COLUMNS => 'nope'}
scan 'd', {COLUMNS => 'f:long:toLong'}
scan 'd', {COLUMNS => 'f:a:noSuchMethod', LIMIT => 1}
scan 'd', {COLUMNS => 'f:a', TIMESTAMP => 20}
scan 'd', {TIMERANGE => [0, 20]}
scan 'd', {TIMERANGE => [20, 0]}
scan 'd', {TIMERANGE => 5}
scan 'd', {TIMESTAMP => 'x'}
scan 'd', {VERSIONS => 2, COLUMNS => 'f:a', LIMIT => 2}
scan 'd', {RAW => true, VERSIONS => 5, STARTROW => 'r1', STOPROW => 'r2'}
scan 'd', {RAW => true, COLUMNS => 'f:a', LIMIT => 1}
scan 'd', {BATCH => 1, STARTROW => 'r1', STOPROW => 'r2'}
scan 'd', {BATCH => 0, LIMIT => 1}
scan 'd', {CACHE => 1, LIMIT => 2}
scan 'd', {CACHE_BLOCKS => false, LIMIT => 1}
scan 'd', {MAXLENGTH => 30, LIMIT => 2}
scan 'd', {MAX_RESULT_SIZE => 1, LIMIT => 2}
scan 'd', {ALLOW_PARTIAL_RESULTS => true, LIMIT => 1}
scan 'd', {ISOLATION_LEVEL => 'READ_UNCOMMITTED', LIMIT => 1}
scan 'd', {ISOLATION_LEVEL => 'NONE', LIMIT => 1}
scan 'd', {READ_TYPE => 'PREAD', LIMIT => 1}
scan 'd', {READ_TYPE => 'FAST', LIMIT => 1}
scan 'd', {CONSISTENCY => 'TIMELINE', LIMIT => 1}
scan 'd', {CONSISTENCY => 'WEAK', LIMIT => 1}
scan 'd', {ATTRIBUTES => {'a' => 'b'}, LIMIT => 1}
scan 'd', {AUTHORIZATIONS => ['a'], LIMIT => 1}
scan 'd', {REGION_REPLICA_ID => 0, LIMIT => 1}
scan 'd', {FORMATTER => 'toString', STARTROW => 'r8', STOPROW => 'r9'}
scan 'd', {FORMATTER => 'toHex', LIMIT => 1}
scan 'd', {FORMATTER => 'noSuchMethod', LIMIT => 1}
scan 'd', {FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes', FORMATTER => 'toString', LIMIT => 1}
scan 'd', {LIMIT => 0, COLUMNS => 'g'}
scan 'd', {LIMIT => -1, COLUMNS => 'g'}
scan 'd', {LIMIT => 'x'}
scan 'd', {'STRANGE' => 1, LIMIT => 1}
scan 'd', {'LIMIT' => 1}
scan 'd', LIMIT => 1
scan 'd', {}
scan 'd', nil
scan 'd', 5
scan 'd', 'f:a'
scan
scan 'no_such_table'
scan 'bad name'
scan 'd', {METRICS => ['ROWS_SCANNED'], LIMIT => 1}
scan 'd', {FILTER => 5, LIMIT => 1}
count 'd'
count 'd', 5
count 'd', INTERVAL => 4
count 'd', {INTERVAL => 0}
count 'd', {CACHE => 1}
count 'd', {CACHE_BLOCKS => 'true'}
count 'd', {CACHE_BLOCKS => 'maybe'}
count 'd', {STARTROW => 'r2', STOPROW => 'r5'}
count 'd', {COLUMNS => 'g'}
count 'd', {COLUMNS => ['nope']}
count 'd', {FILTER => "PrefixFilter('r1')"}
count 'd', {LIMIT => 2}
count 'd', {REVERSED => true, INTERVAL => 5}
count 'd', {TIMERANGE => [0, 20]}
count 'd', {ROWPREFIXFILTER => 'r1'}
count 'd', {VERSIONS => 3}
count 'd', {'STRANGE' => 1}
count 'd', 'x'
count
count 'no_such_table'
incr 'd', 'n', 'f:n'
incr 'd', 'n', 'f:n', 10
incr 'd', 'n', 'f:n', -5
incr 'd', 'n', 'f:n', 0
incr 'd', 'n', 'f:n', '3'
incr 'd', 'n', 'f:n', 'x'
incr 'd', 'n', 'f:n', 1.5
incr 'd', 'n', 'f:n', nil
incr 'd', 'n', 'f:n', 1, {ATTRIBUTES => {'a' => 'b'}}
incr 'd', 'n', 'f:n', 1, {TTL => 3600000}
incr 'd', 'n', 'f:n', {TTL => 3600000}
incr 'd', 'n', 'f'
incr 'd', 'r1', 'f:a'
incr 'd', 'n', 'nope:n'
incr 'd', 'n'
incr 'no_such_table', 'n', 'f:n'
get_counter 'd', 'n', 'f:n'
get_counter 'd', 'n', 'f:none'
get_counter 'd', 'r1', 'f:a'
get_counter 'd', 'n'
get_counter 'd', 'n', 'nope:n'
get_counter 'no_such_table', 'n', 'f:n'
append 'd', 't', 'f:t', 'abc'
append 'd', 't', 'f:t', 'def'
append 'd', 't', 'f:t', 5
append 'd', 't', 'f:t', "\x00"
append 'd', 't', 'f:t', ''
append 'd', 't', 'f:t', nil
append 'd', 't', 'f:t', 'x', {ATTRIBUTES => {'a' => 'b'}}
append 'd', 't', 'f:t', 'y', {TTL => 3600000}
append 'd', 't', 'nope:t', 'x'
append 'd', 't', 'f:t'
append 'no_such_table', 't', 'f:t', 'x'
delete 'd', 'r1', 'f:a'
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 5}
delete 'd', 'r1', 'f:a', 10
get 'd', 'r1', {COLUMN => 'f:a', VERSIONS => 5}
delete 'd', 'r1', 'f:a', 11
delete 'd', 'r1', 'f'
delete 'd', 'r1', 'g', 25
delete 'd', 'r1', 'nope:a'
delete 'd', 'r1', 'f:a', 'x'
delete 'd', 'r1', 'f:a', 20, {VISIBILITY => 'a'}
delete 'd', 'r1', 'f:a', {VISIBILITY => 'a'}
delete 'd', 'r1', ''
delete 'd', 'r1', nil
delete 'd', 'r1'
delete 'd', 'missing', 'f:a'
delete 'no_such_table', 'r1', 'f:a'
scan 'd', {STARTROW => 'r1', STOPROW => 'r2', RAW => true, VERSIONS => 5}   # loose
deleteall 'd', 'r1', 'f:b'
deleteall 'd', 'r1', 'f:a', 15
deleteall 'd', 'r1', 'f'
deleteall 'd', 'r1', 'nope:a'
deleteall 'd', 'r1', ''
deleteall 'd', 'r2'
deleteall 'd', 'r3', '', 1
get 'd', 'r3'
deleteall 'd', 'r3', 'g', 100
get 'd', 'r3'
deleteall 'd', {ROWPREFIXFILTER => 'r1'}
deleteall 'd', {ROWPREFIXFILTER => 'r4', CACHE => 1}
deleteall 'd', {ROWPREFIXFILTER => 'r5'}, 'f:nil'
deleteall 'd', {ROWPREFIXFILTER => 'no such row'}
deleteall 'd', {'STRANGE' => 'x'}
deleteall 'd', 'missing'
deleteall 'd'
deleteall 'no_such_table', 'r'
scan 'd', {COLUMNS => ['f:a', 'g']}
count 'd'
put 'd', 'r4c', 'f:q:with:colons', 'c', 43
get 'd', 'r4c', 'f:q:with:colons'
get 'd', 'r4c'
get 'hbase:meta', 'no such row'
get 'hbase:meta', 'd', {COLUMN => 'table:state', MAXLENGTH => 10}
delete 'hbase:meta', 'no such row', 'info:a'
deleteall 'hbase:meta', {ROWPREFIXFILTER => 'x'}
scan 'hbase:namespace', {COLUMNS => 'info:d', MAXLENGTH => 9}
scan 'hbase:meta', {STARTROW => 'zzz'}
disable 'd'
get 'd', 'r6'
put 'd', 'r6', 'f:a', 'v'
scan 'd'
count 'd'
incr 'd', 'n', 'f:n'
append 'd', 'n', 'f:t', 'x'
delete 'd', 'r6', 'f:a'
deleteall 'd', 'r6'
get_counter 'd', 'n', 'f:n'
flush 'd'
snapshot 'd', 'sd'
drop 'd'
delete_snapshot 'sd'
