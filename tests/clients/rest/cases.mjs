// HBase's REST gateway, asked by Node's own fetch. Argument: its URL.
const url = process.argv[2];
const table = `node_${Date.now()}`;
const encode = (text) => Buffer.from(text).toString('base64');
const decode = (text) => Buffer.from(text, 'base64').toString();
let failed = false;

async function check(name, expected, call) {
  let got;
  try {
    got = JSON.stringify(await call());
  } catch (error) {
    got = `! ${error}`;
  }
  const passed = got === JSON.stringify(expected);
  failed ||= !passed;
  console.log(passed ? `ok ${name}` : `FAILED ${name}: expected <${JSON.stringify(expected)}> but was <${got}>`);
}

function ask(method, path, body) {
  return fetch(`${url}/${path}`, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
}

const status = async (...request) => (await ask(...request)).status;

function cellSet(rows) {
  return {
    Row: Object.entries(rows).map(([key, cells]) => ({
      key: encode(key),
      Cell: Object.entries(cells).map(([column, value]) => ({ column: encode(column), $: encode(value) })),
    })),
  };
}

function rowsOf(cells) {
  return Object.fromEntries(cells.Row.map((row) =>
    [decode(row.key), Object.fromEntries(row.Cell.map((cell) => [decode(cell.column), decode(cell.$)]))]));
}

await check('create a table', 201, () => status('PUT', `${table}/schema`, { name: table, ColumnSchema: [{ name: 'f' }] }));
const people = Object.fromEntries(Array.from({ length: 100 }, (_, i) =>
  [`row-${String(i).padStart(3, '0')}`, { 'f:name': `имя ${i}`, 'f:n': String(i) }]));
await check('put of a hundred rows', 200, () => status('PUT', `${table}/any`, cellSet(people)));
await check('get', { 'row-007': people['row-007'] }, async () => {
  const cells = rowsOf(await (await ask('GET', `${table}/row-007`)).json());
  return { 'row-007': { 'f:name': cells['row-007']['f:name'], 'f:n': cells['row-007']['f:n'] } };
});
await check('scan', 100, async () => {
  const opened = await ask('PUT', `${table}/scanner`, { batch: 30 });
  const scanner = opened.headers.get('location');
  const seen = new Set();
  for (;;) {
    const answer = await fetch(scanner, { headers: { Accept: 'application/json' } });
    if (answer.status !== 200) break;
    for (const key of Object.keys(rowsOf(await answer.json()))) seen.add(key);
  }
  await fetch(scanner, { method: 'DELETE' });
  return seen.size;
});
await check('check and put', [200, 304], async () => {
  const change = () => status('PUT', `${table}/row-007?check=put`, {
    Row: [{ key: encode('row-007'), Cell: [{ column: encode('f:n'), $: encode('seven') }, { column: encode('f:n'), $: encode('7') }] }],
  });
  return [await change(), await change()];
});
await check('gets at once', 50, async () => {
  const answers = await Promise.all(Object.keys(people).slice(0, 50).map((key) => status('GET', `${table}/${key}`)));
  return answers.filter((code) => code === 200).length;
});
await check('delete', [200, 404], async () =>
  [await status('DELETE', `${table}/row-001`), await status('GET', `${table}/row-001`)]);
await check('delete of the table', [200, 404], async () =>
  [await status('DELETE', `${table}/schema`), await status('GET', `${table}/exists`)]);
process.exit(failed ? 1 : 0);
