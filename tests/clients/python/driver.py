"""The pure-Python client hbase-driver against a server.

Arguments: the ZooKeeper port, the target's name, the results file. From 128 bytes on this client announces messages longer
than they are, and Apache HBase reads them.
"""
import json
import sys
import time

from hbasedriver.client.client import Client
from hbasedriver.hbase_constants import HConstants
from hbasedriver.operations.column_family_builder import ColumnFamilyDescriptorBuilder
from hbasedriver.operations.delete import Delete
from hbasedriver.operations.get import Get
from hbasedriver.operations.increment import Increment
from hbasedriver.operations.put import Put
from hbasedriver.operations.scan import Scan
from hbasedriver.table_name import TableName

CLIENT = "hbase-driver 1.1.1"
LENGTHS = (1, 100, 127, 128, 200, 1000, 20_000, 100_000)


def row_of(length):
    return b"r%06d" % length


def value_of(table, row):
    result = table.get(Get(row))
    return None if result is None else result.get(b"cf", b"q")


def put_and_get(table, length):
    value = b"v" * length
    table.put(Put(row_of(length)).add_column(b"cf", b"q", value))
    assert value_of(table, row_of(length)) == value


def scan(table):
    with table.scan(Scan(start_row=b"r", end_row=b"s")) as results:
        rows = [result.rowkey for result in results]
    assert rows == [row_of(length) for length in LENGTHS], rows


def increment(table):
    assert table.increment(Increment(b"i").add_column(b"cf", b"n", 5)) == 5
    assert table.increment(Increment(b"i").add_column(b"cf", b"n", 2)) == 7


def delete(table):
    table.delete(Delete(row_of(1)))
    assert value_of(table, row_of(1)) is None


def cases():
    for length in LENGTHS:
        yield f"put and get {length} bytes", lambda table, length=length: put_and_get(table, length)
    yield "scan", scan
    yield "increment", increment
    yield "delete", delete


def main(port, target, results_file):
    results = []
    failed = 0
    name = b"driver%d" % time.time_ns()
    with Client({HConstants.ZOOKEEPER_QUORUM: f"127.0.0.1:{port}"}) as client:
        table_name = TableName.value_of(b"default", name)
        admin = client.get_admin()
        admin.create_table(table_name, [ColumnFamilyDescriptorBuilder(b"cf").build()])
        with client.get_table(b"default", name) as table:
            for case, run in cases():
                problem = ""
                try:
                    run(table)
                except Exception as error:  # whatever it is, the case has failed
                    problem = f"{type(error).__name__}: {error}"
                    failed += 1
                    print(f"FAILED hbase_driver {case}: {problem}")
                results.append({"suite": "hbase_driver", "case": case, "target": target,
                                "outcome": "differs" if problem else "works", "kind": "client",
                                "name": CLIENT, "message": problem})
        admin.disable_table(table_name)
        admin.delete_table(table_name)
    with open(results_file, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
    print(f"clients: {CLIENT} zk: {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
