import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Chart, type ChartProps } from './Chart.tsx';
import { ChartLegend } from './ChartLegend.tsx';

afterEach(cleanup);

const minutes = Array.from({ length: 60 }, (_, at) => ({
  key: `${at}`,
  label: `10:${String(at).padStart(2, '0')}`,
  name: `minute ${at}`,
  rank: at % 15 === 0 ? 2 : at % 5 === 0 ? 1 : 0,
}));

type Values = readonly (number | null)[];

function show(all: readonly Values[], more: Partial<ChartProps> = {}) {
  const series = all.map((values, at) => ({ key: `${at}`, name: `Series ${at + 1}`, values }));
  const { container } = render(
    <>
      <ChartLegend legendId="names" kind={more.kind ?? 'line'} series={series} gapName="No data" />
      <Chart
        label="Wait"
        kind="line"
        legendId="names"
        points={minutes}
        series={series}
        format={(value) => `${value} ms`}
        {...more}
      />
    </>,
  );
  const read = (selector: string) => [...container.querySelectorAll(selector)];
  return {
    lines: () => read('g > path[class*=line]').map((path) => path.getAttribute('d')),
    bars: () => read('g > path[class*=bar]').map((path) => path.getAttribute('d')),
    axis: () => Number(read('line[class*=axis]')[0]?.getAttribute('x2')),
    gaps: () => read('rect[class*=gap]').length,
    legend: () => screen.getAllByRole('listitem').map((one) => one.textContent?.trim()),
    keys: () => read('li svg > *').map((key) => key.tagName),
    names: () =>
      read('text[text-anchor=middle]').map((text) => [text.textContent, text.getAttribute('x')]),
  };
}

const fill = (of: (at: number) => number | null) => minutes.map((_, at) => of(at));

test('charts of the same points have the same names at the same places, each under its point', () => {
  const one = show([fill((at) => at)]).names();
  cleanup();
  const other = show([fill((at) => at * 1000)], { format: (value) => `${value}` }).names();
  expect(one.map(([name]) => name)).toEqual(['10:00', '10:15', '10:30', '10:45']);
  expect(other).toEqual(one);
  const places = one.map(([, x]) => Number(x));
  const steps = places.slice(1).map((x, at) => Math.round(x - (places[at] ?? 0)));
  expect(new Set(steps).size).toBe(1);
});

test('a few points are bars beside one another, also those of zero, and their keys say so', () => {
  const sparse = fill((at) => (at === 20 ? 383 : at === 40 ? 0 : null));
  const { lines, bars, keys } = show([sparse, sparse]);
  expect(lines()).toEqual([]);
  const [first = '', second = ''] = bars();
  expect(first?.match(/M/g)).toHaveLength(2);
  expect(second).not.toBe(first);
  expect(keys()).toEqual(['rect', 'rect']);
});

test('bars at the end of the axis stay within it', () => {
  const last = fill((at) => (at === 59 ? 5 : null));
  const { bars, axis } = show([last, last, last]);
  const [, x = '0', width = '0'] = /M([\d.]+) [\d.]+h([\d.]+)/.exec(bars()[2] ?? '') ?? [];
  expect(Number(width)).toBeGreaterThan(10);
  expect(Number(x) + Number(width)).toBeLessThanOrEqual(axis());
});

test('lines are drawn of many points; where none is known, the span is shaded and explained', () => {
  const broken = fill((at) => (at > 9 && at < 20 ? null : at));
  const { lines, gaps, legend, keys } = show([broken, broken]);
  expect(lines()).toHaveLength(2);
  expect(gaps()).toBe(1);
  expect(legend()).toEqual(['Series 1', 'Series 2', 'No data']);
  expect(keys()).toEqual(['path', 'path']);
  cleanup();
  expect(show([broken, fill((at) => at)]).gaps()).toBe(0);
});

test('parts of a whole stand on one another under an axis that holds their sum', () => {
  const { bars } = show([fill(() => 60), fill(() => 40)], { kind: 'stack' });
  const tops = bars().map((path) => Number(/^M[\d.]+ ([\d.]+)/.exec(path ?? '')?.[1]));
  expect(tops[1]).toBeLessThan(tops[0] ?? 0);
  expect(screen.getByText('100 ms')).toBeDefined();
});
