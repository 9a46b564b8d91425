package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tsuna/gohbase/filter"
	"github.com/tsuna/gohbase/hrpc"
)

func (s *suite) reads() {
	s.check("rows to scan", "ok", func() (string, error) {
		for i := 0; i < 5; i++ {
			row := fmt.Sprintf("%cs%d", "dioru"[i], i)
			cells := values{"f": {"q": []byte(fmt.Sprint("v", i)), "x": []byte("w")}}
			if err := s.put(row, cells, hrpc.TimestampUint64(1)); err != nil {
				return "", err
			}
		}
		return "ok", nil
	})
	onlyQ := hrpc.Families(map[string][]string{"f": {"q"}})
	rows := hrpc.Filters(filter.NewRowFilter(filter.NewCompareFilter(filter.Equal,
		filter.NewRegexStringComparator("^.s[0-9]$", 0, "UTF-8", "JAVA"))))
	s.check("scan over regions", "ds0/f:q@1=v0 | is1/f:q@1=v1 | os2/f:q@1=v2 | rs3/f:q@1=v3 | us4/f:q@1=v4",
		func() (string, error) { return s.scan("", "", onlyQ, rows) })
	s.check("scan of a range", "is1/f:q@1=v1 is1/f:x@1=w | os2/f:q@1=v2 os2/f:x@1=w",
		func() (string, error) { return s.scan("is1", "rs3", rows) })
	s.check("scan of a row at a time", "is1/f:q@1=v1 is1/f:x@1=w | os2/f:q@1=v2 os2/f:x@1=w",
		func() (string, error) { return s.scan("is1", "rs3", rows, hrpc.NumberOfRows(1)) })
	s.check("scan backward", "us4/f:q@1=v4 | rs3/f:q@1=v3 | os2/f:q@1=v2",
		func() (string, error) { return s.scan("us9", "is1", onlyQ, rows, hrpc.Reversed()) })
	s.check("scan with a prefix", "os2/f:q@1=v2 os2/f:x@1=w",
		func() (string, error) { return s.scan("", "", hrpc.Filters(filter.NewPrefixFilter([]byte("os")))) })
	s.check("scan with a list of filters", "rs3/f:q@1=v3", func() (string, error) {
		return s.scan("", "", hrpc.Filters(filter.NewList(filter.MustPassAll,
			filter.NewColumnPrefixFilter([]byte("q")),
			filter.NewValueFilter(filter.NewCompareFilter(filter.Equal,
				filter.NewBinaryComparator(filter.NewByteArrayComparable([]byte("v3"))))))))
	})
	s.check("scan with a column's value", "is1/f:q@1=v1 is1/f:x@1=w", func() (string, error) {
		return s.scan("", "", hrpc.Filters(filter.NewSingleColumnValueFilter([]byte("f"), []byte("q"), filter.Equal,
			filter.NewSubstringComparator("v1"), true, true)))
	})
	s.check("cells of a family, by pages", "is1/f:x@1=w", func() (string, error) {
		return s.get("is1", hrpc.MaxResultsPerColumnFamily(1), hrpc.ResultOffset(1))
	})
	s.check("versions in a range of time", "v1/f:q@3=c v1/f:q@2=b", func() (string, error) {
		for i, value := range []string{"a", "b", "c", "d"} {
			if err := s.put("v1", column("q", value), hrpc.TimestampUint64(uint64(i+1))); err != nil {
				return "", err
			}
		}
		return s.get("v1", hrpc.TimeRangeUint64(2, 4), hrpc.MaxVersions(9))
	})
	s.check("partial rows", "1000", func() (string, error) {
		cells := map[string][]byte{}
		for i := 0; i < 1000; i++ {
			cells[fmt.Sprintf("%04d", i)] = []byte(strings.Repeat("x", 100))
		}
		if err := s.put("wide", values{"f": cells}); err != nil {
			return "", err
		}
		scan, err := hrpc.NewScanRangeStr(s.ctx, s.table, "wide", "wide0", hrpc.MaxResultSize(4096), hrpc.AllowPartialResults())
		if err != nil {
			return "", err
		}
		seen := 0
		for scanner := s.client.Scan(scan); ; {
			part, err := scanner.Next()
			if errors.Is(err, io.EOF) {
				return fmt.Sprint(seen), nil
			}
			if err != nil {
				return "", err
			}
			seen += len(part.Cells)
		}
	})
	s.check("a scan that is given up", "! context canceled", func() (string, error) {
		ctx, cancel := context.WithCancel(s.ctx)
		scan, err := hrpc.NewScanStr(ctx, s.table, hrpc.NumberOfRows(1))
		if err != nil {
			cancel()
			return "", err
		}
		scanner := s.client.Scan(scan)
		_, err = scanner.Next()
		cancel()
		for err == nil {
			_, err = scanner.Next()
		}
		return "", err
	})
}

func (s *suite) snapshots() {
	name := s.table + "_snapshot"
	snapshot, err := hrpc.NewSnapshot(s.ctx, name, s.table)
	if err != nil {
		panic(err)
	}
	s.check("snapshot", name, func() (string, error) {
		if err := s.admin.CreateSnapshot(snapshot); err != nil {
			return "", err
		}
		return s.listSnapshots(name)
	})
	s.check("restore of a snapshot", "r1/f:q@5=v", func() (string, error) {
		if err := s.put("r1", column("q", "later"), hrpc.TimestampUint64(6)); err != nil {
			return "", err
		}
		if err := s.admin.DisableTable(hrpc.NewDisableTable(s.ctx, []byte(s.table))); err != nil {
			return "", err
		}
		if err := s.admin.RestoreSnapshot(snapshot); err != nil {
			return "", err
		}
		if err := s.admin.EnableTable(hrpc.NewEnableTable(s.ctx, []byte(s.table))); err != nil {
			return "", err
		}
		return s.get("r1")
	})
	s.check("removal of a snapshot", "", func() (string, error) {
		if err := s.admin.DeleteSnapshot(snapshot); err != nil {
			return "", err
		}
		return s.listSnapshots(name)
	})
}

func (s *suite) listSnapshots(name string) (string, error) {
	snapshots, err := s.admin.ListSnapshots(hrpc.NewListSnapshots(s.ctx))
	names := []string{}
	for _, snapshot := range snapshots {
		if snapshot.GetName() == name {
			names = append(names, snapshot.GetName())
		}
	}
	return strings.Join(names, " "), err
}

func (s *suite) removal() {
	s.check("delete of an enabled table", "! TableNotDisabledException", func() (string, error) {
		return "", s.admin.DeleteTable(hrpc.NewDeleteTable(s.ctx, []byte(s.table)))
	})
	s.check("delete of a table", "", func() (string, error) {
		if err := s.admin.DisableTable(hrpc.NewDisableTable(s.ctx, []byte(s.table))); err != nil {
			return "", err
		}
		if err := s.admin.DeleteTable(hrpc.NewDeleteTable(s.ctx, []byte(s.table))); err != nil {
			return "", err
		}
		return s.tables(s.table + ".*")
	})
}
