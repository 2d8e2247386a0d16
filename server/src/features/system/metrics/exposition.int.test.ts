import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

let server: TestServer;
let text: string;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  await fetch(`${server.origin}/version`);
  await fetch(`${server.origin}/nowhere`);
  // The reader of events is known once it reads.
  await vi.waitFor(
    async () => {
      text = await (await fetch(`${server.origin}/metrics`)).text();
      expect(text).toContain('prahari_event_reader_lag_seconds{');
    },
    { timeout: 20_000, interval: 200 },
  );
});
afterAll(() => server.stop());

const sample =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (NaN|[+-]Inf|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i;

interface Family {
  readonly type: string;
  readonly series: Map<string, number>;
}

/** Reads the text format as strictly as promtool does: families whole, each series once. */
function readExposition(given: string): Map<string, Family> {
  expect(given.endsWith('\n')).toBe(true);
  const families = new Map<string, Family>();
  let current = '';
  let helped = '';
  for (const line of given.split('\n').filter(Boolean)) {
    const help = /^# HELP (\S+) .+$/.exec(line);
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
    if (help?.[1]) helped = help[1];
    else if (type?.[1]) {
      current = type[1];
      expect(helped, line).toBe(current);
      expect(families.has(current), line).toBe(false);
      families.set(current, { type: type[2] ?? '', series: new Map() });
    } else {
      const [, name = '', labels = '', value] = sample.exec(line) ?? expect.fail(line);
      const family = families.get(current);
      const parts = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      expect(
        parts.map((part) => `${current}${part}`),
        line,
      ).toContain(name);
      const key = `${name}{${labels}}`;
      expect(family?.series.has(key), line).toBe(false);
      family?.series.set(key, Number(value?.replace('Inf', 'Infinity')));
    }
  }
  return families;
}

it('/metrics keeps to the text format', () => {
  const families = readExposition(text);
  expect(families.size).toBeGreaterThan(20);
  for (const [name, { type, series }] of families) {
    if (type === 'counter') {
      expect(name).toMatch(/_total$/);
      for (const value of series.values()) expect(value).toBeGreaterThanOrEqual(0);
    }
    if (type === 'histogram') expectCumulative(name, series);
  }
});

/** Buckets never fall, and the last one holds all. */
function expectCumulative(name: string, series: Family['series']): void {
  const before = new Map<string, number>();
  for (const [key, value] of series) {
    if (!key.startsWith(`${name}_bucket{`)) continue;
    const rest = key.slice(`${name}_bucket{`.length, -1);
    const others = rest.replace(/(?:^|,)le="[^"]*"|le="[^"]*",/, '').replace(/^,/, '');
    expect(value, key).toBeGreaterThanOrEqual(before.get(others) ?? 0);
    before.set(others, value);
    if (rest.includes('le="+Inf"')) expect(value, key).toBe(series.get(`${name}_count{${others}}`));
  }
}

it.each(['prahari.rules.yml', 'grafana-dashboard.json'])(
  '%s uses only metrics and labels that exist',
  async (file) => {
    const folder = path.join(import.meta.dirname, '../../../../../deploy/monitoring');
    const used = await readFile(path.join(folder, file), 'utf8');
    const families = readExposition(text);
    const names = used.match(/\b(?:prahari|http_request|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(names.length).toBeGreaterThan(8);
    const exists = (name: string) =>
      families.has(name) ||
      families.get(name.replace(/_(?:bucket|count|sum)$/, ''))?.type === 'histogram';
    expect(names.filter((name) => !exists(name))).toEqual([]);
    if (file.endsWith('.json')) expect(JSON.parse(used)).toMatchObject({ uid: 'prahari' });
    for (const state of ['busy', 'idle', 'waiting'])
      expect(text).toContain(`prahari_db_pool_connections{state="${state}"}`);
    expect(text).toMatch(/prahari_jobs\{kind="[\w-]+",state="ready"\}/);
  },
);
