create 'p', 'f', 'g'
put 'p', 'a1', 'f:a', '1', 1
put 'p', 'a1', 'f:b', '2', 2
put 'p', 'a2', 'f:a', '3', 3
put 'p', 'a2', 'g:c', '4', 4
put 'p', 'b1', 'f:ab', 'five', 5
put 'p', 'b2', 'g:a', "\x00\x06", 6
scan 'p', {FILTER => "PrefixFilter ('a')"}
scan 'p', {FILTER => "PrefixFilter('a')"}
scan 'p', {FILTER => "  PrefixFilter('a')  "}
scan 'p', {FILTER => "(PrefixFilter('a'))"}
scan 'p', {FILTER => "((PrefixFilter('a')) AND (KeyOnlyFilter()))"}
scan 'p', {FILTER => "PrefixFilter('a') AND PrefixFilter('b')"}
scan 'p', {FILTER => "PrefixFilter('a') OR PrefixFilter('b1')"}
scan 'p', {FILTER => "PrefixFilter('b') OR PrefixFilter('a') AND KeyOnlyFilter()"}
scan 'p', {FILTER => "SKIP ValueFilter(!=, 'binary:1')"}
scan 'p', {FILTER => "WHILE PrefixFilter('a')"}
scan 'p', {FILTER => "RowFilter(=, 'binary:a1')"}
scan 'p', {FILTER => "RowFilter(!=, 'binary:a1')"}
scan 'p', {FILTER => "RowFilter(>, 'binary:a1')"}
scan 'p', {FILTER => "RowFilter(<=, 'binaryprefix:a')"}
scan 'p', {FILTER => "RowFilter(=, 'regexstring:[ab]2')"}
scan 'p', {FILTER => "RowFilter(=, 'substring:1')"}
scan 'p', {FILTER => "FamilyFilter(!=, 'binary:f')"}
scan 'p', {FILTER => "QualifierFilter(>=, 'binary:b')"}
scan 'p', {FILTER => "QualifierFilter(=, 'regexstring:a')"}
scan 'p', {FILTER => "ValueFilter(=, 'binary:1')"}
scan 'p', {FILTER => "ValueFilter(=, 'binary:\x00\x06')"}
scan 'p', {FILTER => "ValueFilter(<, 'binary:3')"}
scan 'p', {FILTER => "ValueFilter(=, 'substring:IV')"}
scan 'p', {FILTER => "ValueFilter(>, 'substring:IV')"}
scan 'p', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:1')"}
scan 'p', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:1', true, false)"}
scan 'p', {FILTER => "SingleColumnValueFilter('f', 'a', >, 'binary:1', true, true)"}
scan 'p', {FILTER => "SingleColumnValueExcludeFilter('f', 'a', >=, 'binary:1', true, true)"}
scan 'p', {FILTER => "ColumnValueFilter('f', 'a', >=, 'binary:1')"}
scan 'p', {FILTER => "ColumnPrefixFilter('a')"}
scan 'p', {FILTER => "MultipleColumnPrefixFilter('a', 'b')"}
scan 'p', {FILTER => "ColumnRangeFilter('a', true, 'b', true)"}
scan 'p', {FILTER => "ColumnRangeFilter('a', false, 'b', true)"}
scan 'p', {FILTER => "ColumnCountGetFilter(1)"}
scan 'p', {FILTER => "ColumnPaginationFilter(1, 0)"}
scan 'p', {FILTER => "PageFilter(1)"}
scan 'p', {FILTER => "InclusiveStopFilter('a2')"}
scan 'p', {FILTER => "TimestampsFilter(1, 4)"}
scan 'p', {FILTER => "TimestampsFilter(1, 4, 6)"}
scan 'p', {FILTER => "FirstKeyOnlyFilter()"}
scan 'p', {FILTER => "KeyOnlyFilter()"}
scan 'p', {FILTER => "DependentColumnFilter('f', 'a')"}
scan 'p', {FILTER => "DependentColumnFilter('f', 'a', true)"}
scan 'p', {FILTER => "DependentColumnFilter('f', 'a', false, =, 'binary:1')"}
scan 'p', {FILTER => "PrefixFilter('it''s')"}
scan 'p', {FILTER => ""}
scan 'p', {FILTER => "   "}
scan 'p', {FILTER => "PrefixFilter"}
scan 'p', {FILTER => "PrefixFilter()"}
scan 'p', {FILTER => "PrefixFilter(a)"}
scan 'p', {FILTER => "PrefixFilter('a'"}
scan 'p', {FILTER => "PrefixFilter('a'))"}
scan 'p', {FILTER => "PrefixFilter('a)"}
scan 'p', {FILTER => "PrefixFilter('a', 'b')"}
scan 'p', {FILTER => "(PrefixFilter('a')"}
scan 'p', {FILTER => "PrefixFilter('a') PrefixFilter('b')"}
scan 'p', {FILTER => "PrefixFilter('a') AND"}
scan 'p', {FILTER => "AND PrefixFilter('a')"}
scan 'p', {FILTER => "PrefixFilter('a') XOR PrefixFilter('b')"}
scan 'p', {FILTER => "PrefixFilter('a') and PrefixFilter('b')"}
scan 'p', {FILTER => "prefixfilter('a')"}
scan 'p', {FILTER => "NoSuchFilter('a')"}
scan 'p', {FILTER => "NoSuchFilter()"}
scan 'p', {FILTER => "RowFilter('binary:a')"}
scan 'p', {FILTER => "RowFilter(=)"}
scan 'p', {FILTER => "RowFilter(=, 'a1')"}
scan 'p', {FILTER => "RowFilter(==, 'binary:a1')"}
scan 'p', {FILTER => "RowFilter(=, 'nothing:a1')"}
scan 'p', {FILTER => "RowFilter(<, 'substring:a')"}
scan 'p', {FILTER => "ValueFilter(<, 'regexstring:a')"}
scan 'p', {FILTER => "ValueFilter(=, 'regexstring:[')"}
scan 'p', {FILTER => "PageFilter('1')"}
scan 'p', {FILTER => "PageFilter(x)"}
scan 'p', {FILTER => "PageFilter(-1)"}
scan 'p', {FILTER => "PageFilter()"}
scan 'p', {FILTER => "ColumnPaginationFilter(1)"}
scan 'p', {FILTER => "ColumnPaginationFilter(-1, 0)"}
scan 'p', {FILTER => "ColumnCountGetFilter(-1)"}
scan 'p', {FILTER => "ColumnRangeFilter('a')"}
scan 'p', {FILTER => "ColumnRangeFilter('a', yes, 'b', no)"}
scan 'p', {FILTER => "SingleColumnValueFilter('f', 'a')"}
scan 'p', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:1', true)"}
scan 'p', {FILTER => "ColumnValueFilter('f', 'a', =)"}
scan 'p', {FILTER => "KeyOnlyFilter('a')"}
scan 'p', {FILTER => "FirstKeyOnlyFilter(1)"}
scan 'p', {FILTER => "TimestampsFilter()"}
scan 'p', {FILTER => "TimestampsFilter('a')"}
scan 'p', {FILTER => "MultipleColumnPrefixFilter()"}
scan 'p', {FILTER => "DependentColumnFilter('f')"}
scan 'p', {FILTER => "InclusiveStopFilter()"}
scan 'p', {FILTER => "FamilyFilter(=)"}
scan 'p', {FILTER => "QualifierFilter('a')"}
scan 'p', {FILTER => "SKIP"}
scan 'p', {FILTER => "WHILE AND"}
scan 'p', {FILTER => "FuzzyRowFilter('a')"}
get 'p', 'a1', {FILTER => "NoSuchFilter('a')"}
get 'p', 'a1', {FILTER => "FamilyFilter(=, 'binary:g')"}
count 'p', {FILTER => "NoSuchFilter('a')"}
count 'p', {FILTER => "ValueFilter(=, 'binary:4')"}
scan 'p', {FILTER => org.apache.hadoop.hbase.filter.PrefixFilter.new('a1'.to_java_bytes)}
scan 'p', {COLUMNS => 'f', FILTER => "PrefixFilter('a')", LIMIT => 1}
scan 'p', {REVERSED => true, FILTER => "PageFilter(1)"}
show_filters
disable 'p'
drop 'p'
