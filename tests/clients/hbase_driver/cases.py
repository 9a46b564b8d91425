"""hbase-driver, which speaks HBase's protocol in Python alone. Argument: the ZooKeeper quorum."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from cases import Cases  # noqa: E402
from hbasedriver.client.client import Client  # noqa: E402
from hbasedriver.common.table_name import TableName  # noqa: E402
from hbasedriver.filter import PrefixFilter, ValueFilter, BinaryComparator, CompareOperator  # noqa: E402
from hbasedriver.operations import (  # noqa: E402
    Append, BatchGet, BatchPut, CheckAndPut, Delete, Get, Increment, Put, RowMutations, Scan)
from hbasedriver.protobuf_py.HBase_pb2 import ColumnFamilySchema  # noqa: E402

cases = Cases()
check = cases.check
client = Client({"hbase.zookeeper.quorum": sys.argv[1]})
admin = client.get_admin()
name = TableName.value_of(b"default", f"hbase_driver_{time.time_ns()}".encode())


def after(change, read):
    change()
    return read()


def cells(row):
    """A row as {family:qualifier: value}."""
    return None if row is None else {family + b":" + qualifier: value
                                     for family, qualifiers in row.kv.items() for qualifier, value in qualifiers.items()}


def put(row, **columns):
    operation = Put(row.encode())
    for column, value in columns.items():
        operation.add_column(b"f", column.encode(), value.encode())
    return operation


def administration():
    families = [ColumnFamilySchema(name=b"f")]
    check("create a table with splits", True,
          lambda: after(lambda: admin.create_table(name, families, [b"m"]), lambda: admin.table_exists(name)))
    check("create a table that exists", "! Exists", lambda: admin.create_table(name, families))
    check("enabled", True, lambda: admin.is_table_enabled(name))
    check("namespaces", True, lambda: "default" in admin.list_namespaces())
    check("region servers", 1, lambda: len(admin.list_region_servers()))


def writes(table):
    read = lambda row: cells(table.get(Get(row.encode())))  # noqa: E731
    check("put and get", {b"f:a": b"1", b"f:b": b"2"},
          lambda: after(lambda: table.put(put("r1", a="1", b="2")), lambda: read("r1")))
    check("get of a column", {b"f:b": b"2"}, lambda: cells(table.get(Get(b"r1").add_column(b"f", b"b"))))
    check("exists", [True, False], lambda: [table.exists(Get(b"r1")), table.exists(Get(b"nobody"))])
    check("delete of a column", {b"f:b": b"2"},
          lambda: after(lambda: table.delete(Delete(b"r1").add_column(b"f", b"a")), lambda: read("r1")))
    check("delete of a row", None, lambda: after(lambda: table.delete(Delete(b"r1")), lambda: read("r1")))
    check("append", [{b"f:t": b"a"}, {b"f:t": b"ab"}],
          lambda: [cells(table.append(Append(b"a1").add_column(b"f", b"t", text))) for text in (b"a", b"b")])
    check("increment", [5, 12],
          lambda: [table.increment(Increment(b"i1").add_column(b"f", b"n", by)) for by in (5, 7)])

    def conditional(expected, value):
        return table.check_and_put(
            CheckAndPut(b"c1").set_check(b"f", b"q", expected).set_put(put("c1", q=value)))

    check("check and put", [True, False, {b"f:q": b"two"}], lambda: after(
        lambda: table.put(put("c1", q="one")),
        lambda: [conditional(b"one", "two"), conditional(b"one", "three"), read("c1")]))
    check("mutations of a row", {b"f:b": b"2"}, lambda: after(
        lambda: table.mutate_row(RowMutations(b"m1").add(put("m1", b="2")).add(Delete(b"m1").add_column(b"f", b"a"))),
        lambda: read("m1")))


def batches(table):
    def hundred():
        batch = BatchPut()
        for i in range(100):
            batch.add_put(put(f"{'bz'[i % 2]}{i:03}", n=str(i)))
        table.batch_put(batch)
        rows = table.batch_get(BatchGet([f"{'bz'[i % 2]}{i:03}".encode() for i in range(100)]))
        return sum(int(row.get(b"f", b"n")) for row in rows.values())

    check("puts and gets in a batch", sum(range(100)), hundred)


def scans(table):
    for i in range(4):
        table.put(put(f"s{i}", q=f"v{i}"))
    values = lambda scan: [cells(row)[b"f:q"] for row in table.scan(scan)]  # noqa: E731
    check("scan of a range", [b"v1", b"v2"], lambda: values(Scan(b"s1").with_end_row(b"s3", inclusive=False).add_family(b"f")))
    check("scan with a prefix", [b"v0", b"v1", b"v2", b"v3"],
          lambda: values(Scan(b"s0", b"s9").add_family(b"f").set_filter(PrefixFilter(b"s"))))
    check("scan with a value", [b"v2"], lambda: values(
        Scan(b"s0", b"s9").add_family(b"f").set_filter(ValueFilter(CompareOperator.EQUAL, BinaryComparator(b"v2")))))
    # This client's scans end with the region they began in.
    check("scan of a region", 50, lambda: sum(1 for _ in table.scan(Scan(b"z", b"zz").add_family(b"f"))))


def removal():
    check("disabled", True, lambda: after(lambda: admin.disable_table(name), lambda: admin.is_table_disabled(name)))
    check("delete of a table", False,
          lambda: after(lambda: admin.delete_table(name), lambda: admin.table_exists(name)))


administration()
table = client.get_table(b"default", name.tb)
writes(table)
batches(table)
scans(table)
removal()
table.close()
client.close()
cases.end()
