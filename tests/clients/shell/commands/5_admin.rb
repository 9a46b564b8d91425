create_namespace 'n1'
create_namespace 'n2', {'a' => 'b', 'c' => 5}
create_namespace 'n2'
create_namespace 'bad name'   # vague
create_namespace 5
create_namespace 'n3', 'x'
create_namespace ''   # vague
create_namespace
describe_namespace 'n2'
describe_namespace 'default'
describe_namespace 'no_such_ns'
describe_namespace
alter_namespace 'n2', {METHOD => 'set', 'a' => 'z'}
alter_namespace 'n2', {METHOD => 'unset', NAME => 'c'}
alter_namespace 'n2', {METHOD => 'unset', NAME => 'no_such_key'}
alter_namespace 'n2', {METHOD => 'change', 'a' => 'y'}
alter_namespace 'n2', {'a' => 'y'}
alter_namespace 'n2', 'a'
alter_namespace 'n2'
alter_namespace 'no_such_ns', {METHOD => 'set', 'a' => 'z'}
alter_namespace 5, {METHOD => 'set', 'a' => 'z'}
describe_namespace 'n2'
list_namespace
list_namespace 'n.*'
list_namespace 'no_such.*'
list_namespace '['
create 'n1:t', 'f'
create 'n1:u', 'f'
list_namespace_tables 'n1'
list_namespace_tables 'n2'
list_namespace_tables 'hbase'
list_namespace_tables 'default'
list_namespace_tables 'no_such_ns'
list_namespace_tables
list 'n1:.*'
describe 'n1:t'
put 'n1:t', 'r', 'f:a', 'v', 1
get 'n1:t', 'r'
exists 'n1:t'
drop_namespace 'n1'
drop_namespace 'no_such_ns'
drop_namespace 'default'
drop_namespace 'hbase'
drop_namespace
snapshot 'n1:t', 'ns_snap'
list_table_snapshots 'n1:t'   # loose
clone_snapshot 'ns_snap', 'n2:t'
scan 'n2:t'
disable_all 'n[12]:.*'
drop_all 'n[12]:.*'
drop_namespace 'n1'
drop_namespace 'n2'
list_namespace
create 's', 'f'
put 's', 'r', 'f:a', 'first', 1
snapshot 's', 'snap1'
snapshot 's', 'snap1'
snapshot 's', 'snap2', {SKIP_FLUSH => true}
snapshot 's', 'snap3', {TTL => 100000}
snapshot 's', 'snap4', {MAX_FILESIZE => 1000000000}
snapshot 's', 'snap5', {'STRANGE' => 1}
snapshot 's', 'bad name'
snapshot 's', ''
snapshot 's', 5
snapshot 5, 'snap6'
snapshot 's'
snapshot 'no_such_table', 'snap7'
put 's', 'r', 'f:a', 'second', 2
restore_snapshot 'snap1'
disable 's'
restore_snapshot 'snap1'
restore_snapshot 'snap1', {RESTORE_ACL => true}
restore_snapshot 'no_such_snapshot'
restore_snapshot
enable 's'
get 's', 'r'
clone_snapshot 'snap1', 's2'
clone_snapshot 'snap1', 's2'
clone_snapshot 'snap1', 'bad name'
clone_snapshot 'snap1', 'no_such_ns:t'
clone_snapshot 'no_such_snapshot', 's3'
clone_snapshot 'snap2', 's4', {RESTORE_ACL => true}
clone_snapshot 'snap1'
get 's2', 'r'
list_snapshots 'snap1'   # loose
list_snapshots 'no_such.*'
list_snapshots '['
list_table_snapshots 's2'
list_table_snapshots 's', 'snap[12]'   # loose
list_table_snapshots
delete_snapshot 'snap5'
delete_snapshot 'no_such_snapshot'
delete_snapshot
delete_all_snapshot 'no_such.*'
delete_all_snapshot 'snap4'   # loose
delete_table_snapshots 'no_such_table'
delete_table_snapshots 's', 'snap3'   # loose
delete_table_snapshots
delete_snapshot 'snap1'
delete_snapshot 'snap2'
delete_snapshot 'ns_snap'
list_snapshots
snapshot_cleanup_enabled
snapshot_cleanup_switch false
snapshot_cleanup_enabled
snapshot_cleanup_switch true
snapshot_cleanup_switch
drop_all 's.*'
disable_all 's.*'
drop_all 's.*'
create 'w', 'f', SPLITS => ['m']
put 'w', 'a', 'f:q', '1', 1
put 'w', 'z', 'f:q', '2', 2
locate_region 'w', 'a'
locate_region 'w', 'm'
locate_region 'w', ''
locate_region 'hbase:meta', ''
locate_region 'no_such_table', 'a'
locate_region 'w'
locate_region 'w', 5
flush 'w'
flush 'w', 'f'
flush 'w', 'nope'
flush 'no_such_table'
flush 'hbase:meta'
flush locate_region('w', 'a').getRegion.getEncodedName
flush locate_region('w', 'a').getRegion.getRegionNameAsString
flush
compact 'w'
compact 'w', 'f'
compact 'w', 'nope'
compact 'w', nil, 'NORMAL'
compact 'w', 'f', 'FAST'
compact locate_region('w', 'a').getRegion.getRegionNameAsString
compact locate_region('w', 'a').getRegion.getRegionNameAsString, 'f'
compact 'no_such_table'
compact
major_compact 'w'
major_compact 'w', 'f'
major_compact 'w', 'nope'
major_compact 'w', nil, 'FAST'
major_compact locate_region('w', 'z').getRegion.getEncodedName
major_compact 'no_such_table'
compaction_state 'w'   # vague
compaction_state 'no_such_table'
compaction_switch true   # loose
compaction_switch true, 'no_such_server'
compaction_switch
compact_rs locate_region('w', 'a').getServerName.getServerName
compact_rs locate_region('w', 'a').getServerName.getServerName, true
compact_rs 'no_such_server,1,1'   # vague
split 'w', 'c'
sleep 3
get_splits 'w'
split 'w', ''
split 'w', 'c'
split 'w', 'm'
split 'no_such_table', 'c'
split 'no_such_table'
split 'bad name'
split
split locate_region('w', 'z').getRegion.getEncodedName, 't'
sleep 3
get_splits 'w'
merge_region locate_region('w', 'a').getRegion.getEncodedName, locate_region('w', 'd').getRegion.getEncodedName
sleep 3
get_splits 'w'
merge_region 'x', 'y'
merge_region 'x'
merge_region 'x', 5
merge_region ['x', 'y']
merge_region
move locate_region('w', 'a').getRegion.getEncodedName
move locate_region('w', 'a').getRegion.getEncodedName, locate_region('w', 'a').getServerName.getServerName
move 'no_such_region'
move locate_region('w', 'a').getRegion.getEncodedName, 'no_such_server,1,1'
move
region = locate_region('w', 'a').getRegion.getRegionNameAsString
unassign region
assign region
unassign 'no_such_region'
assign 'no_such_region'
assign
close_region 'x'
close_region 'x', 'y'
close_region
balancer_enabled
balance_switch false
balance_switch true
balance_switch
balance_switch 'x'
balancer
balancer 'force'
balancer 'dry_run'
normalize
normalizer_switch false
normalizer_enabled
normalizer_switch true
normalizer_switch
catalogjanitor_switch false
catalogjanitor_enabled
catalogjanitor_switch true
catalogjanitor_run   # vague
cleaner_chore_switch false
cleaner_chore_enabled
cleaner_chore_switch true
cleaner_chore_run   # vague
hbck_chore_run
splitormerge_switch 'SPLIT', true
splitormerge_switch 'BOTH', true
splitormerge_switch 'MERGE', 'false'
splitormerge_enabled 'MERGE'
splitormerge_switch 'MERGE', true
splitormerge_enabled 'BOTH'
splitormerge_enabled
is_in_maintenance_mode
list_deadservers
list_liveservers
list_decommissioned_regionservers
list_unknownservers
clear_deadservers
clear_deadservers 'no_such_server,1,1'
clear_deadservers 'x'
decommission_regionservers 'no_such_server'
decommission_regionservers 5
decommission_regionservers
recommission_regionserver 'no_such_server'
recommission_regionserver 5
recommission_regionserver
rit
wal_roll locate_region('hbase:meta', '').getServerName.getServerName
wal_roll 'no_such_server'
wal_roll
hlog_roll locate_region('w', 'a').getServerName.getServerName
update_config locate_region('w', 'a').getServerName.getServerName
update_config 'x'
update_config
update_all_config
clear_block_cache 'w'   # vague
clear_block_cache 'no_such_table'
clear_compaction_queues locate_region('w', 'a').getServerName.getServerName
clear_compaction_queues locate_region('w', 'a').getServerName.getServerName, 'long'
clear_compaction_queues locate_region('w', 'a').getServerName.getServerName, 'medium'
clear_compaction_queues locate_region('w', 'a').getServerName.getServerName, ['long', 'short']
clear_compaction_queues
regioninfo
clear_slowlog_responses
get_slowlog_responses '*'
get_slowlog_responses 'no_such_server'
get_slowlog_responses 5
get_largelog_responses '*'
get_balancer_decisions
get_balancer_rejections
list_procedures   # loose
list_locks
processlist
zk_dump   # loose
status
status 'summary'
status 'simple'   # loose
status 'detailed'   # loose
status 'replication', 'source'   # loose
status 'replication', 'sink'   # loose
status 'nonsense'
version
whoami   # vague
table_help
list_peers
list_peer_configs
list_replicated_tables
get_peer_config '1'
enable_peer '1'
disable_peer '1'
remove_peer '1'
show_peer_tableCFs '1'
set_peer_bandwidth '1', 1
enable_table_replication 'no_such_table'
disable_table_replication 'no_such_table'
add_peer '1'
list_quotas
list_quota_table_sizes
list_quota_snapshots
list_snapshot_sizes
set_quota TYPE => THROTTLE, USER => 'u1', LIMIT => '10req/sec'
enable_rpc_throttle
disable_rpc_throttle
enable_exceed_throttle_quota
disable_exceed_throttle_quota
list_security_capabilities
grant 'me', 'RW', 'w'
revoke 'me', 'w'
user_permission
user_permission 'w'
list_labels
add_labels ['a']
get_auths 'me'
set_auths 'me', ['a']
clear_auths 'me', ['a']
set_visibility 'w', 'a', {COLUMNS => ['f:q']}
list_rsgroups
get_rsgroup 'default'
add_rsgroup 'g'
remove_rsgroup 'g'
balance_rsgroup 'g'
get_table_rsgroup 'w'
get_server_rsgroup 'localhost:1'
get_namespace_rsgroup 'default'
move_tables_rsgroup 'g', ['w']
stop_regionserver
exists 'w', 'x'
list 'a', 'b'
status 'simple', 'b', 'c'
version 'x'
whoami 'x'
lst
Scan 'w'
scann 'w'
NO_SUCH_CONSTANT
scan w
put 'w', 'a', 'f:q', 'v',, 1
x = 5
x
y = 'text'
y + x.to_s
[1, 'two', nil, true, 2.5]
{'a' => 1, NAME => 'b'}
nil
true
1 + 2
"a#{x}b"
'single \n quoted'
"double \x41\101\t"
%w[a b]
:symbol
NAME
VERSIONS
(1..3).to_a
[3, 1, 2].sort
'abc'.upcase
x > 3 ? 'yes' : 'no'
get('w', 'a')
get 'w', "a"; count 'w'
scan('w', {LIMIT => 1})
  count 'w'
count 'w' # a comment
# only a comment
help 'no_such_command'
['a', 'b'].each { |r| put 'w', r, 'f:q', r, 9 }
scan 'w'
disable 'w'
drop 'w'
create 'v33', {NAME => 'f', NEW_VERSION_BEHAVIOR => true}
create 'v63', 'f', MAX_FILESIZE => '10 GB'
