version
status
status 'simple'   # loose
status 'summary'
status 'detailed'   # loose
status 'replication'   # loose
list
list_namespace
create 't1', 'f1'
create 't1', 'f1'
create 't2', {NAME => 'f1', VERSIONS => 5}, {NAME => 'f2', TTL => 86400, BLOCKCACHE => false}
create 't3', 'f1', SPLITS => ['10', '20', '30', '40']
create 't4', 'f1', {NUMREGIONS => 4, SPLITALGO => 'HexStringSplit'}
create 't5', {NAME => 'f1', COMPRESSION => 'NONE', BLOOMFILTER => 'ROWCOL', IN_MEMORY => true, MIN_VERSIONS => 1, KEEP_DELETED_CELLS => true, BLOCKSIZE => 8192}
create 't6', {NAME => 'f1', CONFIGURATION => {'hbase.hstore.blockingStoreFiles' => '10'}}, METADATA => {'owner' => 'me'}
create 't7'
create 't8', {NAME => 'f1', NO_SUCH_THING => 1}
create 'bad name', 'f1'
list
list 't[12]'
list 'nothing.*'
exists 't1'
exists 'nothing'
is_enabled 't1'
is_disabled 't1'
is_enabled 'nothing'
describe 't1'
describe 't2'
desc 't5'
describe 't6'
describe 'nothing'
put 't1', 'r1', 'f1:a', 'value1', 1000
put 't1', 'r1', 'f1:b', 'value2', 1001
put 't1', 'r2', 'f1:a', 'value3', 1002
put 't1', 'r3', 'f1:c', "bin\x00\xff", 1003
put 't1', "key\x01\x02", 'f1:', 'no qualifier', 1004
put 't1', 'r4', 'f1:a', '', 1005
put 't1', 'r5', 'nope:a', 'v', 1006
put 'nothing', 'r1', 'f1:a', 'v'
put 't1', 'r6', 'f1:a', 'with ttl', 1007, {TTL => 1}
get 't1', 'r1'
get 't1', 'r1', 'f1:a'
get 't1', 'r1', 'f1:a', 'f1:b'
get 't1', 'r1', ['f1:a', 'f1:b']
get 't1', 'r1', {COLUMN => 'f1:b'}
get 't1', 'r1', {COLUMN => 'f1:a', TIMESTAMP => 1000}
get 't1', 'r1', {TIMERANGE => [0, 1001]}
get 't1', "key\x01\x02"
get 't1', 'r3', {COLUMN => 'f1:c:toInt'}
get 't1', 'missing'
get 't1', 'r1', 'nope'
get 't1', 'r6'
get 't1', 'r1', {FILTER => "ValueFilter(=, 'binary:value2')"}
put 't2', 'r', 'f1:v', 'one', 1
put 't2', 'r', 'f1:v', 'two', 2
put 't2', 'r', 'f1:v', 'three', 3
get 't2', 'r', {COLUMN => 'f1:v', VERSIONS => 2}
get 't2', 'r', {COLUMN => 'f1:v', VERSIONS => 10}
get 't2', 'r', {COLUMN => 'f1:v', TIMERANGE => [1, 3], VERSIONS => 10}
scan 't2', {VERSIONS => 10}
scan 't2', {RAW => true, VERSIONS => 10}
delete 't2', 'r', 'f1:v', 2
scan 't2', {VERSIONS => 10}
scan 't2', {RAW => true, VERSIONS => 10}
deleteall 't2', 'r', 'f1:v', 1
get 't2', 'r', {COLUMN => 'f1:v', VERSIONS => 10}
deleteall 't2', 'r'
get 't2', 'r'
scan 't1'
scan 't1', {LIMIT => 2}
scan 't1', {STARTROW => 'r2'}
scan 't1', {STARTROW => 'r1', STOPROW => 'r3'}
scan 't1', {COLUMNS => ['f1:a']}
scan 't1', {COLUMNS => 'f1:b', TIMESTAMP => 1001}
scan 't1', {REVERSED => true}
scan 't1', {REVERSED => true, STARTROW => 'r2'}
scan 't1', {ROWPREFIXFILTER => 'r'}
scan 't1', {TIMERANGE => [1000, 1002]}
scan 't1', {BATCH => 1, LIMIT => 3}
scan 't1', {CACHE => 1, CACHE_BLOCKS => false}
scan 't1', {MAXLENGTH => 4}
scan 't1', {COLUMNS => 'nope:a'}
scan 't1', {FORMATTER => 'toString', LIMIT => 1}
scan 't1', {ALL_METRICS => false, LIMIT => 1}
scan 't1', {METRICS => ['ROWS_SCANNED']}
scan 'nothing'
scan 't1', {FILTER => "PrefixFilter('r2')"}
scan 't1', {FILTER => "RowFilter(>=, 'binary:r3')"}
scan 't1', {FILTER => "ValueFilter(=, 'substring:value')"}
scan 't1', {FILTER => "ValueFilter(=, 'regexstring:^value[13]$')"}
scan 't1', {FILTER => "QualifierFilter(=, 'binaryprefix:a')"}
scan 't1', {FILTER => "FamilyFilter(=, 'binary:f1')"}
scan 't1', {FILTER => "SingleColumnValueFilter('f1', 'a', =, 'binary:value1')"}
scan 't1', {FILTER => "SingleColumnValueFilter('f1', 'a', =, 'binary:value1', true, true)"}
scan 't1', {FILTER => "SingleColumnValueExcludeFilter('f1', 'a', =, 'binary:value1')"}
scan 't1', {FILTER => "ColumnValueFilter('f1', 'a', !=, 'binary:value1')"}
scan 't1', {FILTER => "KeyOnlyFilter()"}
scan 't1', {FILTER => "FirstKeyOnlyFilter()"}
scan 't1', {FILTER => "PageFilter(2)"}
scan 't1', {FILTER => "ColumnPrefixFilter('b')"}
scan 't1', {FILTER => "MultipleColumnPrefixFilter('a', 'c')"}
scan 't1', {FILTER => "ColumnRangeFilter('a', true, 'b', false)"}
scan 't1', {FILTER => "ColumnPaginationFilter(1, 1)"}
scan 't1', {FILTER => "ColumnCountGetFilter(1)"}
scan 't1', {FILTER => "InclusiveStopFilter('r2')"}
scan 't1', {FILTER => "TimestampsFilter(1000, 1002)"}
scan 't1', {FILTER => "DependentColumnFilter('f1', 'a')"}
scan 't1', {FILTER => "(PrefixFilter('r') AND ValueFilter(=, 'substring:3')) OR KeyOnlyFilter()"}
scan 't1', {FILTER => "SKIP ValueFilter(!=, 'binary:value1')"}
scan 't1', {FILTER => "WHILE RowFilter(<, 'binary:r3')"}
scan 't1', {FILTER => "NoSuchFilter('x')"}
scan 't1', {FILTER => "PrefixFilter("}
scan 't1', {FILTER => org.apache.hadoop.hbase.filter.RandomRowFilter.new(-1.0)}
count 't1'
count 't1', INTERVAL => 2
count 't1', {INTERVAL => 10, CACHE => 1, COLUMNS => ['f1:b']}
count 't1', FILTER => "PrefixFilter('r1')"
count 'nothing'
incr 't1', 'counter', 'f1:n', 5
incr 't1', 'counter', 'f1:n'
incr 't1', 'counter', 'f1:n', -2
get_counter 't1', 'counter', 'f1:n'
get_counter 't1', 'counter', 'f1:none'
incr 't1', 'r1', 'f1:a'
append 't1', 'text', 'f1:t', 'abc'
append 't1', 'text', 'f1:t', 'def'
get 't1', 'text', {COLUMN => 'f1:t:toString'}
deleteall 't1', 'counter'
deleteall 't1', 'text'
deleteall 't1', {ROWPREFIXFILTER => 'r4'}
delete 't1', 'r2', 'f1:a'
scan 't1', {COLUMNS => 'f1:a'}
t = get_table 't1'
t.put 'r9', 'f1:z', 'by reference', 9
t.get 'r9'
t.scan
get_splits 't3'
get_splits 't1'
get_splits 't4'
list_regions 't3'
list_regions 't3', nil, ['START_KEY', 'END_KEY']
locate_region 't3', '25'
put 't3', '05', 'f1:a', '1', 1
put 't3', '15', 'f1:a', '2', 1
put 't3', '45', 'f1:a', '3', 1
scan 't3'
scan 't3', {STARTROW => '12', LIMIT => 1}
count 't3'
alter 't1', NAME => 'f2', VERSIONS => 3
alter 't1', {NAME => 'f1', VERSIONS => 4}, {NAME => 'f3'}
alter 't1', 'delete' => 'f2'
alter 't1', NAME => 'f3', METHOD => 'delete'
alter 't1', MAX_FILESIZE => '134217728'
alter 't1', {METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'}
alter 't1', METADATA => {'mykey' => 'myvalue'}
alter 't1', CONFIGURATION => {'hbase.a.key' => '1'}
alter 't1', NAME => 'nope', METHOD => 'delete'
alter 'nothing', NAME => 'f1'
alter_async 't1', NAME => 'f4'
alter_status 't1'
describe 't1'
flush 't1'
flush 'nothing'
compact 't1'
major_compact 't1', 'f1'
compaction_state 't1'   # vague
split 't1', 'r2'
sleep 3
get_splits 't1'
scan 't1', {COLUMNS => 'f1:a'}
disable 't2'
is_enabled 't2'
put 't2', 'r', 'f1:a', 'v'
scan 't2'
disable 't2'
enable 't2'
enable 't2'
is_enabled 't2'
drop 't2'
disable 't2'
drop 't2'
exists 't2'
drop 't2'
truncate 't3'
count 't3'
get_splits 't3'
truncate_preserve 't4'
get_splits 't4'
truncate 'nothing'
disable_all 't[56]'
enable_all 't[56]'
create_namespace 'ns1'
create_namespace 'ns1'
create_namespace 'ns2', {'who' => 'me'}
describe_namespace 'ns2'
describe_namespace 'nothing'
alter_namespace 'ns2', {METHOD => 'set', 'who' => 'you'}
describe_namespace 'ns2'
alter_namespace 'ns2', {METHOD => 'unset', NAME => 'who'}
list_namespace
list_namespace 'ns.*'
create 'ns1:t', 'f'
put 'ns1:t', 'r', 'f:q', 'v', 1
scan 'ns1:t'
list_namespace_tables 'ns1'
list_namespace_tables 'nothing'
list 'ns1:.*'
drop_namespace 'ns1'
disable 'ns1:t'
drop 'ns1:t'
drop_namespace 'ns1'
drop_namespace 'ns2'
drop_namespace 'nothing'
create 'nowhere:t', 'f'
balance_switch false
balancer_enabled
balancer
balance_switch true
balancer_enabled
normalizer_switch true
normalizer_enabled
catalogjanitor_switch true
catalogjanitor_enabled
catalogjanitor_run
cleaner_chore_switch true
cleaner_chore_enabled
cleaner_chore_run   # vague
splitormerge_switch 'SPLIT', false
splitormerge_enabled 'SPLIT'
splitormerge_switch 'SPLIT', true
splitormerge_enabled 'MERGE'
is_in_maintenance_mode
list_procedures   # loose
list_locks   # loose
list_peers
list_quotas
list_deadservers
list_decommissioned_regionservers
list_snapshots
delete_snapshot 'nothing'
clone_snapshot 'nothing', 'tx'
snapshot 'nothing', 's0'
snapshot 't1', 's1'
snapshot 't1', 's1'
list_snapshots   # loose
list_snapshots 'none.*'
clone_snapshot 's1', 't10'
scan 't10', {COLUMNS => 'f1:a'}
put 't10', 'r1', 'f1:a', 'changed'
get 't10', 'r1', 'f1:a'   # loose
get 't1', 'r1', 'f1:a'
describe 't10'
clone_snapshot 's1', 't10'
clone_snapshot 's1', 'nowhere:t10'
snapshot 't10', 's2', {SKIP_FLUSH => true}
snapshot 't10', 's3', {TTL => 86400}
snapshot 't10', '-s4'
restore_snapshot 's3'
disable 't10'
snapshot 't10', 's4'
restore_snapshot 's3'
restore_snapshot 'nothing'
enable 't10'
get 't10', 'r1', 'f1:a'   # loose
list_table_snapshots 't10'   # loose
list_table_snapshots 't10', 'x.*'
delete_table_snapshots 't10', 's[24]'   # loose
list_snapshots 's[24]'
delete_all_snapshot 's3'   # loose
disable 't10'
drop 't10'
delete_snapshot 's1'
list_snapshots
list_labels
user_permission
grant 'me', 'R'
clone_table_schema 't1', 't9'
describe 't9'
clone_table_schema 'nothing', 'tx'
show_filters
get 't1', 'r1', {CONSISTENCY => 'TIMELINE'}
get 't1', 'r1', {ATTRIBUTES => {'a' => 'b'}}
count 'hbase:namespace'
get 'hbase:meta', 't9', 'table:state'   # loose
create 'm', 'f', SPLITS => ['k']
merge_region locate_region('m', 'a').getRegion.getEncodedName, locate_region('m', 'z').getRegion.getEncodedName
sleep 3
get_splits 'm'
update_all_config
wal_roll locate_region('t1', 'a').getServerName.getServerName
clear_block_cache 't1'   # vague
clear_compaction_queues locate_region('t1', 'a').getServerName.getServerName
drop_all 't[56]'
disable_all 't.*'
drop_all 't.*'
list
status
create 'x', 'f', SPLITS => ['k']
put 'x', 'a', 'f:q', '1', 1
put 'x', 'b', 'f:q', '2', 2
put 'x', 'm', 'f:q', '3', 3
scan 'x', {METRICS => ['ROWS_SCANNED', 'ROWS_FILTERED', 'REGIONS_SCANNED', 'BYTES_IN_RESULTS'], FILTER => "ValueFilter(=, 'binary:3')"}
scan 'x', {METRICS => 'ROWS_SCANNED', LIMIT => 2}
scan 'x', {METRICS => ['NO_SUCH_METRIC'], STARTROW => 'm'}
scan 'x', {METRICS => [], ALL_METRICS => false, LIMIT => 1}   # loose
