"""happybase, which speaks to HBase's Thrift gateway. Argument: the gateway's port."""

import os
import struct
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import happybase  # noqa: E402
from cases import Cases  # noqa: E402

port = int(sys.argv[1])
cases = Cases()
check = cases.check
connection = happybase.Connection("127.0.0.1", port, timeout=60_000)
name = f"happybase_{time.time_ns()}"
table = connection.table(name)


def after(change, read):
    """What is read after the change."""
    change()
    return read()


def rows(**options):
    return [(key.decode(), cells) for key, cells in table.scan(**options)]


def administration():
    families = {"f": {"max_versions": 3}, "g": {}}
    check("create a table", True,
          lambda: after(lambda: connection.create_table(name, families), lambda: name.encode() in connection.tables()))
    check("create a table that exists", "! AlreadyExists", lambda: connection.create_table(name, {"f": {}}))
    check("families", {b"f": 3, b"g": 3},
          lambda: {family: options["max_versions"] for family, options in table.families().items()})
    check("enabled", True, lambda: connection.is_table_enabled(name))
    check("regions", [(b"", b"")], lambda: [(r["start_key"], r["end_key"]) for r in table.regions()])
    check("tables with a prefix", [b"t"], lambda: after(
        lambda: happybase.Connection("127.0.0.1", port, table_prefix=name).create_table("t", {"f": {}}),
        lambda: [t for t in happybase.Connection("127.0.0.1", port, table_prefix=name).tables() if t == b"t"]))


def writes():
    check("put and row", {b"f:a": b"1", b"g:b": b"2"},
          lambda: after(lambda: table.put("r1", {"f:a": "1", "g:b": b"2"}), lambda: table.row("r1")))
    check("row with columns", {b"f:a": b"1"}, lambda: table.row("r1", columns=["f:a"]))
    check("row with a family", {b"g:b": b"2"}, lambda: table.row("r1", columns=["g"]))
    check("timestamps", {b"f:a": (b"old", 7)}, lambda: after(
        lambda: table.put("r2", {"f:a": "old"}, timestamp=7), lambda: table.row("r2", include_timestamp=True)))

    def versions():
        for timestamp in range(1, 5):
            table.put("r3", {"f:a": f"v{timestamp}"}, timestamp=timestamp)
        return table.cells("r3", "f:a", versions=9, include_timestamp=True)

    check("cells", [(b"v4", 4), (b"v3", 3), (b"v2", 2)], versions)
    check("cells before a time", [b"v2", b"v1"], lambda: table.cells("r3", "f:a", versions=9, timestamp=3))
    check("delete of a column", {b"g:b": b"2"},
          lambda: after(lambda: table.delete("r1", columns=["f:a"]), lambda: table.row("r1")))
    check("delete of a row", {}, lambda: after(lambda: table.delete("r1"), lambda: table.row("r1")))
    check("binary keys and values", {b"f:\x00\xff": bytes(range(256))}, lambda: after(
        lambda: table.put(b"\x00\xfe\xff", {b"f:\x00\xff": bytes(range(256))}), lambda: table.row(b"\x00\xfe\xff")))
    check("unknown family", "! NoSuchColumnFamilyException", lambda: table.put("r", {"nope:a": "1"}))
    check("unknown table", "! TableNotFoundException", lambda: connection.table("nobodys_table").row("r"))


def batches():
    def thousand():
        with table.batch(batch_size=100) as batch:
            for i in range(1000):
                batch.put(f"batch-{i:04}", {"f:n": str(i)})
        return sum(int(cells[b"f:n"]) for _, cells in table.scan(row_prefix=b"batch-"))

    check("a thousand puts in batches", sum(range(1000)), thousand)

    def mixed():
        with table.batch() as batch:
            batch.put("batch-0000", {"f:n": "zero"})
            batch.delete("batch-0001")
        return [table.row("batch-0000"), table.row("batch-0001")]

    check("puts and deletes in one batch", [{b"f:n": b"zero"}, {}], mixed)

    def aborted():
        try:
            with table.batch(transaction=True) as batch:
                batch.put("batch-0002", {"f:n": "lost"})
                raise ValueError("given up")
        except ValueError:
            return table.row("batch-0002")

    check("a batch that is given up", {b"f:n": b"2"}, aborted)
    check("rows", [(b"batch-0003", {b"f:n": b"3"}), (b"batch-0005", {b"f:n": b"5"})],
          lambda: table.rows(["batch-0003", "nobody", "batch-0005"]))


def scans():
    def fill():
        for i in range(6):
            table.put(f"s{i}", {"f:q": f"v{i}", "g:x": "w"}, timestamp=i + 1)

    fill()
    plain = {"row_start": b"s", "row_stop": b"t", "columns": [b"f"]}
    all_rows = [(f"s{i}", {b"f:q": f"v{i}".encode()}) for i in range(6)]
    check("scan", all_rows, lambda: rows(**plain))
    check("scan in small steps", all_rows, lambda: rows(batch_size=1, **plain))
    check("scan with a limit", all_rows[:2], lambda: rows(limit=2, **plain))
    check("scan backward", all_rows[:2:-1],
          lambda: rows(row_start=b"s9", row_stop=b"s2", columns=[b"f"], reverse=True))
    check("scan with a prefix", all_rows[4:5], lambda: rows(row_prefix=b"s4", columns=[b"f"]))
    check("scan before a time", all_rows[:2], lambda: rows(timestamp=3, **plain))
    check("scan with timestamps", [("s0", {b"f:q": (b"v0", 1)})], lambda: rows(include_timestamp=True, limit=1, **plain))
    check("filter of a value", all_rows[3:4],
          lambda: rows(filter="SingleColumnValueFilter('f', 'q', =, 'binary:v3')", **plain))
    check("filter with a regular expression", all_rows[1:3],
          lambda: rows(filter="RowFilter(=, 'regexstring:^s[12]$')", **plain))
    check("filters combined", [("s1", {b"f:q": b"v1"}), ("s2", {b"f:q": b"v2"})],
          lambda: rows(row_start=b"s1", row_stop=b"t", filter="QualifierFilter(=, 'binary:q') AND PageFilter(2)"))
    check("keys alone", [("s0", {b"f:q": b""})], lambda: rows(limit=1, filter="KeyOnlyFilter()", **plain))


def counters():
    check("counters", [1, 11, 10, 10], lambda: [
        table.counter_inc("c1", "f:n"), table.counter_inc("c1", "f:n", 10), table.counter_dec("c1", "f:n"),
        table.counter_get("c1", "f:n")])
    check("a counter that is set", 42,
          lambda: after(lambda: table.counter_set("c1", "f:n", 42), lambda: table.counter_get("c1", "f:n")))
    check("a counter's bytes", {b"f:n": struct.pack(">q", 42)}, lambda: table.row("c1"))


def pools():
    pool = happybase.ConnectionPool(size=3, host="127.0.0.1", port=port)

    def pooled():
        with pool.connection() as one, pool.connection() as other:
            one.table(name).put("pool", {"f:a": "1"})
            return other.table(name).row("pool")

    check("connections of a pool", {b"f:a": b"1"}, pooled)


def removal():
    check("compactions", None, lambda: connection.compact_table(name, major=True))
    check("delete of an enabled table", "! TableNotDisabledException", lambda: connection.delete_table(name))
    check("disabled", False,
          lambda: after(lambda: connection.disable_table(name), lambda: connection.is_table_enabled(name)))
    check("read of a disabled table", "! TableNotEnabledException", lambda: table.row("r1"))
    check("enabled again", True,
          lambda: after(lambda: connection.enable_table(name), lambda: connection.is_table_enabled(name)))
    check("delete of a table", False, lambda: after(
        lambda: connection.delete_table(name, disable=True), lambda: name.encode() in connection.tables()))


administration()
writes()
batches()
scans()
counters()
pools()
removal()
cases.end()
