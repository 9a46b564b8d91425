// gohbase, a client in Go that finds HBase through ZooKeeper: administration, reads and writes.
//
//	gohbase QUORUM
//
// Prints one line for each case: "ok NAME", or "FAILED NAME: what was expected and what came".
package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/tsuna/gohbase"
	"github.com/tsuna/gohbase/hrpc"
	"github.com/tsuna/gohbase/pb"
)

type suite struct {
	ctx    context.Context
	client gohbase.Client
	admin  gohbase.AdminClient
	table  string
	failed bool
}

type values = map[string]map[string][]byte

func (s *suite) check(name, expected string, call func() (string, error)) {
	got, err := call()
	if err != nil {
		got = "! " + err.Error()
	}
	if got == expected || strings.HasPrefix(expected, "! ") && strings.HasPrefix(got, "! ") && strings.Contains(got, expected[2:]) {
		fmt.Println("ok " + name)
		return
	}
	s.failed = true
	fmt.Printf("FAILED %s: expected <%s> but was <%s>\n", name, expected, strings.ReplaceAll(got, "\n", " "))
}

func column(qualifier, value string) values {
	return values{"f": {qualifier: []byte(value)}}
}

func show(result *hrpc.Result) string {
	cells := []string{}
	for _, cell := range result.Cells {
		cells = append(cells, fmt.Sprintf("%s/%s:%s@%d=%s", cell.Row, cell.Family, cell.Qualifier, *cell.Timestamp, cell.Value))
	}
	return strings.Join(cells, " ")
}

func (s *suite) put(row string, cells values, options ...func(hrpc.Call) error) error {
	put, err := hrpc.NewPutStr(s.ctx, s.table, row, cells, options...)
	if err == nil {
		_, err = s.client.Put(put)
	}
	return err
}

func (s *suite) get(row string, options ...func(hrpc.Call) error) (string, error) {
	get, err := hrpc.NewGetStr(s.ctx, s.table, row, options...)
	if err != nil {
		return "", err
	}
	result, err := s.client.Get(get)
	if err != nil {
		return "", err
	}
	return show(result), nil
}

func (s *suite) delete(row string, cells values, options ...func(hrpc.Call) error) error {
	del, err := hrpc.NewDelStr(s.ctx, s.table, row, cells, options...)
	if err == nil {
		_, err = s.client.Delete(del)
	}
	return err
}

func (s *suite) scan(from, to string, options ...func(hrpc.Call) error) (string, error) {
	scan, err := hrpc.NewScanRangeStr(s.ctx, s.table, from, to, options...)
	if err != nil {
		return "", err
	}
	rows := []string{}
	scanner := s.client.Scan(scan)
	for {
		row, err := scanner.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(rows, " | "), nil
		}
		if err != nil {
			return "", err
		}
		rows = append(rows, show(row))
	}
}

func (s *suite) tables(pattern string) (string, error) {
	list, err := hrpc.NewListTableNames(s.ctx, hrpc.ListRegex(pattern))
	if err != nil {
		return "", err
	}
	tables, err := s.admin.ListTableNames(list)
	names := []string{}
	for _, table := range tables {
		names = append(names, string(table.Namespace)+":"+string(table.Qualifier))
	}
	sort.Strings(names)
	return strings.Join(names, " "), err
}

// At most this long for one run of all cases.
const limit = 2 * time.Minute

func main() {
	logrus.SetOutput(os.Stderr)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	s := &suite{ctx: ctx, client: gohbase.NewClient(os.Args[1]), admin: gohbase.NewAdminClient(os.Args[1]),
		table: fmt.Sprintf("gohbase_%d", time.Now().UnixNano())}
	s.administration()
	s.writes()
	s.readModifyWrite()
	s.reads()
	s.batches()
	s.snapshots()
	s.removal()
	s.client.Close()
	if s.failed {
		os.Exit(1)
	}
}

func (s *suite) administration() {
	s.check("cluster status", "true", func() (string, error) {
		status, err := s.admin.ClusterStatus()
		return fmt.Sprint(len(status.GetMaster().GetHostName()) > 0 && len(status.GetLiveServers()) == 1), err
	})
	s.check("create a table with splits", "default:"+s.table, func() (string, error) {
		err := s.admin.CreateTable(hrpc.NewCreateTable(s.ctx, []byte(s.table),
			map[string]map[string]string{"f": {"VERSIONS": "3"}}, hrpc.SplitKeys([][]byte{[]byte("g"), []byte("p")})))
		if err != nil {
			return "", err
		}
		return s.tables(s.table + ".*")
	})
	s.check("create a table that exists", "! TableExistsException", func() (string, error) {
		return "", s.admin.CreateTable(hrpc.NewCreateTable(s.ctx, []byte(s.table), map[string]map[string]string{"f": nil}))
	})
	s.check("balancer switch", "ok", func() (string, error) {
		set, err := hrpc.NewSetBalancer(s.ctx, false)
		if err != nil {
			return "", err
		}
		before, err := s.admin.SetBalancer(set)
		if err != nil {
			return "", err
		}
		if set, err = hrpc.NewSetBalancer(s.ctx, before); err != nil {
			return "", err
		}
		now, err := s.admin.SetBalancer(set)
		if now {
			return "the switch was not set", err
		}
		return "ok", err
	})
}

func (s *suite) writes() {
	s.check("put and get", "r1/f:q@5=v", func() (string, error) {
		if err := s.put("r1", column("q", "v"), hrpc.TimestampUint64(5)); err != nil {
			return "", err
		}
		return s.get("r1")
	})
	s.check("put and get of a column", "r2/f:b@1=2", func() (string, error) {
		err := s.put("r2", values{"f": {"a": []byte("1"), "b": []byte("2")}}, hrpc.TimestampUint64(1))
		if err != nil {
			return "", err
		}
		return s.get("r2", hrpc.Families(map[string][]string{"f": {"b"}}))
	})
	s.check("delete of a column", "r2/f:b@1=2", func() (string, error) {
		if err := s.delete("r2", values{"f": {"a": nil}}); err != nil {
			return "", err
		}
		return s.get("r2")
	})
	s.check("delete of one version", "r3/f:q@2=b r3/f:q@1=a", func() (string, error) {
		for i, value := range []string{"a", "b", "c"} {
			if err := s.put("r3", column("q", value), hrpc.TimestampUint64(uint64(i+1))); err != nil {
				return "", err
			}
		}
		if err := s.delete("r3", values{"f": {"q": nil}}, hrpc.TimestampUint64(3), hrpc.DeleteOneVersion()); err != nil {
			return "", err
		}
		return s.get("r3", hrpc.MaxVersions(3))
	})
	s.check("delete of a family", "", func() (string, error) {
		if err := s.delete("r3", values{"f": nil}); err != nil {
			return "", err
		}
		return s.get("r3")
	})
	s.check("delete of a row", "", func() (string, error) {
		if err := s.delete("r2", nil); err != nil {
			return "", err
		}
		return s.get("r2")
	})
	s.check("put that expired", "", func() (string, error) {
		if err := s.put("r4", column("q", "v"), hrpc.TimestampUint64(1), hrpc.TTL(time.Millisecond)); err != nil {
			return "", err
		}
		return s.get("r4")
	})
	s.check("put without a log", "r5/f:q@1=v", func() (string, error) {
		if err := s.put("r5", column("q", "v"), hrpc.TimestampUint64(1), hrpc.Durability(hrpc.SkipWal)); err != nil {
			return "", err
		}
		return s.get("r5")
	})
	s.check("put into an unknown family", "! NoSuchColumnFamilyException", func() (string, error) {
		return "", s.put("r", values{"nope": {"q": []byte("v")}})
	})
	s.check("put into an unknown table", "! table not found", func() (string, error) {
		put, err := hrpc.NewPutStr(s.ctx, "nobodys_table", "r", column("q", "v"))
		if err == nil {
			_, err = s.client.Put(put)
		}
		return "", err
	})
	s.check("puts at once over three regions", "300", func() (string, error) {
		var group sync.WaitGroup
		problems := make(chan error, 300)
		for i := 0; i < 300; i++ {
			group.Add(1)
			go func(i int) {
				defer group.Done()
				problems <- s.put(fmt.Sprintf("%c-many-%03d", "bhz"[i%3], i), column("q", fmt.Sprint(i)))
			}(i)
		}
		group.Wait()
		stored := 0
		for i := 0; i < 300; i++ {
			if err := <-problems; err != nil {
				return "", err
			}
			got, err := s.get(fmt.Sprintf("%c-many-%03d", "bhz"[i%3], i))
			if err != nil {
				return "", err
			}
			if strings.HasSuffix(got, fmt.Sprintf("=%d", i)) {
				stored++
			}
		}
		return fmt.Sprint(stored), nil
	})
}

func (s *suite) increment(row string, by int64) (int64, error) {
	increment, err := hrpc.NewIncStrSingle(s.ctx, s.table, row, "f", "n", by)
	if err != nil {
		return 0, err
	}
	return s.client.Increment(increment)
}

func (s *suite) append(row, text string) (string, error) {
	call, err := hrpc.NewAppStr(s.ctx, s.table, row, column("t", text))
	if err != nil {
		return "", err
	}
	result, err := s.client.Append(call)
	if err != nil {
		return "", err
	}
	return string(result.Cells[0].Value), nil
}

func (s *suite) checkAndPut(row, value string, expected []byte) (bool, error) {
	put, err := hrpc.NewPutStr(s.ctx, s.table, row, column("q", value))
	if err != nil {
		return false, err
	}
	return s.client.CheckAndPut(put, "f", "q", expected)
}

func (s *suite) readModifyWrite() {
	s.check("increment", "5 12", func() (string, error) {
		first, err := s.increment("i1", 5)
		if err != nil {
			return "", err
		}
		second, err := s.increment("i1", 7)
		return fmt.Sprint(first, " ", second), err
	})
	s.check("increments at once", "100", func() (string, error) {
		var group sync.WaitGroup
		problems := make(chan error, 100)
		for i := 0; i < 100; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				_, err := s.increment("i2", 1)
				problems <- err
			}()
		}
		group.Wait()
		for i := 0; i < 100; i++ {
			if err := <-problems; err != nil {
				return "", err
			}
		}
		get, err := hrpc.NewGetStr(s.ctx, s.table, "i2")
		if err != nil {
			return "", err
		}
		result, err := s.client.Get(get)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(binary.BigEndian.Uint64(result.Cells[0].Value)), nil
	})
	s.check("append", "a ab", func() (string, error) {
		first, err := s.append("a1", "a")
		if err != nil {
			return "", err
		}
		second, err := s.append("a1", "b")
		return first + " " + second, err
	})
	s.check("check and put", "true false true", func() (string, error) {
		steps := []struct {
			value    string
			expected []byte
		}{{"one", nil}, {"two", []byte("zero")}, {"three", []byte("one")}}
		answers := []string{}
		for _, step := range steps {
			done, err := s.checkAndPut("c1", step.value, step.expected)
			if err != nil {
				return "", err
			}
			answers = append(answers, fmt.Sprint(done))
		}
		return strings.Join(answers, " "), nil
	})
}

func (s *suite) batches() {
	s.check("puts and gets in one batch", "true a-b/f:q@1=A  z-b/f:q@1=Z", func() (string, error) {
		puts := []hrpc.Call{}
		for _, row := range []string{"a", "z"} {
			put, err := hrpc.NewPutStr(s.ctx, s.table, row+"-b", column("q", strings.ToUpper(row)), hrpc.TimestampUint64(1))
			if err != nil {
				return "", err
			}
			puts = append(puts, put)
		}
		_, put := s.client.SendBatch(s.ctx, puts)
		gets := []hrpc.Call{}
		for _, row := range []string{"a-b", "nobody", "z-b"} {
			get, err := hrpc.NewGetStr(s.ctx, s.table, row)
			if err != nil {
				return "", err
			}
			gets = append(gets, get)
		}
		results, got := s.client.SendBatch(s.ctx, gets)
		rows := []string{}
		for _, result := range results {
			if result.Error != nil {
				return "", result.Error
			}
			rows = append(rows, show(hrpc.ToLocalResult(result.Msg.(*pb.GetResponse).Result)))
		}
		return fmt.Sprint(put && got) + " " + strings.Join(rows, " "), nil
	})
	s.check("one wrong call in a batch", "false true", func() (string, error) {
		wrong, err := hrpc.NewPutStr(s.ctx, s.table, "a-w", values{"nope": {"q": []byte("v")}})
		if err != nil {
			return "", err
		}
		right, err := hrpc.NewPutStr(s.ctx, s.table, "a-r", column("q", "v"), hrpc.TimestampUint64(1))
		if err != nil {
			return "", err
		}
		results, all := s.client.SendBatch(s.ctx, []hrpc.Call{wrong, right})
		got, err := s.get("a-r")
		return fmt.Sprint(all, results[0].Error != nil && results[1].Error == nil && got == "a-r/f:q@1=v"), err
	})
}
