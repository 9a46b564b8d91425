create 'c1', 'f'
create 'c2', 'f', 'g', 'h'
create 'c3', {NAME => 'f'}
create 'c4', NAME => 'f', VERSIONS => 3
create 'c5', {NAME => 'f', VERSIONS => '4', MIN_VERSIONS => '2'}
create 'c6', {NAME => 'f', TTL => 'FOREVER'}
create 'c7', {NAME => 'f', TTL => '1 DAY 2 HOURS'}
create 'c8', {NAME => 'f', TTL => 'tomorrow'}
create 'c9', {NAME => 'f', BLOOMFILTER => 'row'}
create 'c10', {NAME => 'f', BLOOMFILTER => 'nothing'}
create 'c11', {NAME => 'f', COMPRESSION => 'gz'}
create 'c12', {NAME => 'f', COMPRESSION => 'zip'}
create 'c13', {NAME => 'f', DATA_BLOCK_ENCODING => 'FAST_DIFF'}
create 'c14', {NAME => 'f', DATA_BLOCK_ENCODING => 'SLOW'}
create 'c15', {NAME => 'f', KEEP_DELETED_CELLS => 'ttl'}
create 'c16', {NAME => 'f', KEEP_DELETED_CELLS => 'maybe'}
create 'c17', {NAME => 'f', IN_MEMORY => 'true', BLOCKCACHE => 'false'}
create 'c18', {NAME => 'f', IN_MEMORY_COMPACTION => 'BASIC'}
create 'c19', {NAME => 'f', CACHE_DATA_ON_WRITE => true, CACHE_INDEX_ON_WRITE => true, CACHE_BLOOMS_ON_WRITE => true, EVICT_BLOCKS_ON_CLOSE => true}
create 'c20', {NAME => 'f', PREFETCH_BLOCKS_ON_OPEN => true, COMPRESS_TAGS => true}
create 'c21', {NAME => 'f', REPLICATION_SCOPE => 1}
create 'c22', {NAME => 'f', REPLICATION_SCOPE => '1'}
create 'c23', {NAME => 'f', BLOCKSIZE => 1024}
create 'c24', {NAME => 'f', BLOCKSIZE => 'big'}
create 'c25', {NAME => 'f', VERSIONS => 'many'}
create 'c26', {NAME => 'f', VERSIONS => 0}
create 'c27', {NAME => 'f', MIN_VERSIONS => 5, VERSIONS => 3}
create 'c28', {NAME => 'f', METADATA => {'k' => 'v'}}
create 'c29', {NAME => 'f', METADATA => 'k'}
create 'c30', {NAME => 'f', CONFIGURATION => {'a.b' => 'c'}}
create 'c31', {NAME => 'f', CONFIGURATION => 'c'}
create 'c32', {NAME => 'f', 'STRANGE' => 1}
create 'c34', {NAME => 'f', DFS_REPLICATION => 2}
create 'c35', {NAME => 'f', STORAGE_POLICY => 'hot'}
create 'c36', {NAME => 'f'}, {NAME => 'f'}
create 'c37', 'f', 'f'
create 'c38', ['f', 'g']
create 'c39', 'f', nil
create 'c40', 5
create 'c41', 'f', 5
create 41, 'f'
create nil, 'f'
create '', 'f'
create
create 'c42', ''
create 'c43', 'f:g'
create 'c44', '.f'
create 'c45', {VERSIONS => 3}
create 'c46', {'SPLITS' => ['a']}
create 'c47', 'f', SPLITS => ['b', 'a']
create 'c48', 'f', SPLITS => ['a', 'a']
create 'c49', 'f', SPLITS => ['']
create 'c50', 'f', SPLITS => []
create 'c51', 'f', SPLITS => ["\x00", "\xff"]
create 'c52', 'f', SPLITS => ['\x01', '\xfe']
create 'c53', 'f', {SPLITS => ['m'], METADATA => {'a' => 'b'}}
create 'c54', 'f', {SPLITS => ['m']}, {METADATA => {'a' => 'b'}}
create 'c55', 'f', SPLITS_FILE => '/nowhere/splits.txt'
create 'c56', 'f', NUMREGIONS => 3
create 'c57', 'f', SPLITALGO => 'HexStringSplit'
create 'c58', 'f', {NUMREGIONS => 1, SPLITALGO => 'HexStringSplit'}
create 'c59', 'f', {NUMREGIONS => 3, SPLITALGO => 'UniformSplit'}
create 'c60', 'f', {NUMREGIONS => 3, SPLITALGO => 'DecimalStringSplit'}
create 'c61', 'f', {NUMREGIONS => 3, SPLITALGO => 'MySplit'}
create 'c62', 'f', MAX_FILESIZE => 1073741824
create 'c64', 'f', MEMSTORE_FLUSHSIZE => 67108864
create 'c65', 'f', READONLY => true
create 'c66', 'f', DURABILITY => 'SKIP_WAL'
create 'c67', 'f', DURABILITY => 'SOMETIMES'
create 'c68', 'f', COMPACTION_ENABLED => false
create 'c69', 'f', SPLIT_ENABLED => false, MERGE_ENABLED => false
create 'c70', 'f', NORMALIZATION_ENABLED => true
create 'c71', 'f', PRIORITY => 10
create 'c72', 'f', OWNER => 'ada'
create 'c73', 'f', REGION_REPLICATION => 1
create 'c74', 'f', FLUSH_POLICY => 'org.apache.hadoop.hbase.regionserver.FlushAllLargeStoresPolicy'
create 'c75', 'f', SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy'
create 'c76', 'f', SPLIT_POLICY => 'no.such.Policy'
create 'c77', 'f', METHOD => 'table_att'
create 'c78', 'f', METHOD => 'delete'
create 'c79', 'f', {'STRANGE' => 1}
create 'c80', {NAME => 'f'}, OWNER => 'ada', VERSIONS => 3
create 'hbase:mine', 'f'
create 'default:c81', 'f'
create 'no_such_ns:c82', 'f'
create '.c83', 'f'
create '-c84', 'f'
create 'c.85-x_y', 'f'
create 'a:b:c', 'f'
create 'c86', 'f1', {NAME => 'f2', VERSIONS => 2}, {NAME => 'f3', TTL => 10}
list 'c[1-9]'
list 'c5.*'
list 'default:.*'
list 'no_such_ns:.*'
list ''
list '['
list 5
describe 'c2'
describe 'c4'
describe 'c7'
describe 'c15'
describe 'c20'
describe 'c30'
describe 'c53'
describe 'c62'
describe 'c66'
describe 'c69'
describe 'c86'
describe 'default:c81'
desc 'no_such_table'
describe
describe 'c1', 'c2'
describe 5
describe nil
describe ''
t86 = get_table 'c86'
t86.describe
t86.name
t86.count
t86.put 'r', 'f1:a', 'v', 1
t86.put 'r', 'f2:a', 'v', 2
t86.get 'r'
t86.get 'r', 'f1:a'
t86.scan
t86.scan LIMIT => 1
t86.count INTERVAL => 1
t86.incr 'n', 'f1:n', 3
t86.get_counter 'n', 'f1:n'
t86.append 'n', 'f1:t', 'x'
t86.delete 'r', 'f1:a'
t86.deleteall 'n'
t86.scan
t86.get_splits
t86.flush
t86.disable
t86.scan
t86.enable
t86.no_such_method
t86
get_table 'no_such_table'
get_table
tables = ['c1', 'c2']
exists 'c1'
exists 'default:c1'
exists ''
exists 'bad name'
exists
is_enabled 'c1'
is_disabled 'c1'
is_disabled 'no_such_table'
is_enabled 'bad name'
enable 'no_such_table'
disable 'no_such_table'
disable 'bad name'
enable
alter 'c1', 'f'
alter 'c1', 'g'
alter 'c1', NAME => 'h', VERSIONS => 5
alter 'c1', {NAME => 'h', VERSIONS => 6, TTL => 100}
alter 'c1', {NAME => 'h', METHOD => 'delete'}, {NAME => 'i'}
alter 'c1', 'delete' => 'g'
alter 'c1', 'delete' => 'no_such_family'
alter 'c1', {NAME => 'i', METHOD => 'delete'}
alter 'c1', 'delete' => 'f'
alter 'c1', NAME => 'f', METHOD => 'delete'
alter 'c1', METHOD => 'delete'
alter 'c1', METHOD => 'no_such_method'
alter 'c1', {NAME => 'f', METHOD => 'no_such_method'}
alter 'c1', METHOD => 'table_att', MAX_FILESIZE => 1000000000
alter 'c1', MAX_FILESIZE => 1000
alter 'c1', MAX_FILESIZE => 'big'
alter 'c1', MEMSTORE_FLUSHSIZE => 134217728
alter 'c1', READONLY => true
put 'c1', 'r', 'f:a', 'v'
alter 'c1', READONLY => false
put 'c1', 'r', 'f:a', 'v', 1
alter 'c1', DURABILITY => 'ASYNC_WAL'
alter 'c1', DURABILITY => 'NEVER'
alter 'c1', METADATA => {'a' => 'b', 'c' => 'd'}
alter 'c1', METADATA => 5
alter 'c1', CONFIGURATION => {'x.y' => '1', 'x.z' => 2}
alter 'c1', CONFIGURATION => 'x'
alter 'c1', METHOD => 'table_att_unset', NAME => 'a'
alter 'c1', METHOD => 'table_att_unset', NAME => ['c', 'MAX_FILESIZE']
alter 'c1', METHOD => 'table_att_unset', NAME => 'no_such_attribute'
alter 'c1', METHOD => 'table_att_unset'
alter 'c1', METHOD => 'table_conf_unset', NAME => 'x.y'
alter 'c1', METHOD => 'table_conf_unset', NAME => ['x.z']
alter 'c1', METHOD => 'table_conf_unset', NAME => 'no.such'
alter 'c1', METHOD => 'table_conf_unset'
alter 'c1', 'STRANGE' => 1
alter 'c1', {NAME => 'f', 'STRANGE' => 1}
alter 'c1', {NAME => 'f', VERSIONS => 'x'}
alter 'c1', {NAME => 'f', BLOOMFILTER => 'x'}
alter 'c1', {NAME => 'f', COMPRESSION => 'x'}
alter 'c1', {NAME => 'f', IN_MEMORY => 'yes'}
alter 'c1', {NAME => 'f', METADATA => {'mk' => 'mv'}, CONFIGURATION => {'ck' => 'cv'}}
alter 'c1', {NAME => 'f', BLOCKSIZE => '32768'}
alter 'c1', {NAME => ''}
alter 'c1'
alter
alter 'c1', 5
alter 5, 'f'
alter nil, 'f'
alter 'no_such_table', 'f'
alter 'c1', OWNER => 'bob'
alter 'c1', SPLIT_ENABLED => false
alter 'c1', PRIORITY => 5
alter 'c1', REGION_REPLICATION => 1
alter 'c1', {NAME => 'f', VERSIONS => 2}, {NAME => 'k', VERSIONS => 3}, MAX_FILESIZE => 2000000000
describe 'c1'
alter_async 'c1', NAME => 'f', VERSIONS => 7
alter_async 'c1', 'delete' => 'k'
alter_async 'no_such_table', 'f'
alter_status 'c1'
alter_status 'no_such_table'
alter_status 5
alter_status
truncate 'c2'
truncate 'c51'
get_splits 'c51'
truncate_preserve 'c52'
get_splits 'c52'
truncate 'no_such_table'
truncate_preserve 'no_such_table'
truncate
disable 'c2'
truncate 'c2'
is_enabled 'c2'
get_splits 'c59'
get_splits 'c60'
get_splits 'no_such_table'
get_splits
clone_table_schema 'c53', 'clone1'
get_splits 'clone1'
clone_table_schema 'c53', 'clone2', false
get_splits 'clone2'
clone_table_schema 'c53', 'clone1'
clone_table_schema 'no_such_table', 'clone3'
clone_table_schema 'c53'
list_regions 'c53', nil, ['START_KEY', 'END_KEY']
list_regions 'c53', nil, ['REGION_NAME', 'START_KEY']
list_regions 'c53', nil, ['NOTHING']
list_regions 'c53', nil, 'START_KEY'
list_regions 'c53', 'no_such_server', ['START_KEY']
list_regions 'c53', {SERVER_NAME => 'no_such_server'}, ['START_KEY']
list_regions 'c53', {LOCALITY_THRESHOLD => 2.0}
list_regions 'c53', {LOCALITY_THRESHOLD => 'x'}
list_regions 'c53', {'STRANGE' => 1}, ['START_KEY']
list_regions 'no_such_table'
list_regions
disable 'c53'
list_regions 'c53'
drop 'no_such_table'
drop 'c4'
drop
disable 'c4'
disable 'c4'
drop 'c4'
drop 'c4'
enable_all 'c5[1-3]'
disable_all 'c5[1-3]'
disable_all 'c5[1-3]'
drop_all 'c5[1-3]'
drop_all 'c6.*'
drop_all 'no_such.*'
enable_all 'no_such.*'
disable_all 'no_such.*'
drop_all
disable_all 'c[0-9]+'
drop_all 'c.*'
list
disable_all 'c.*'
drop_all 'c.*'
disable 'hbase:mine'
drop 'hbase:mine'
