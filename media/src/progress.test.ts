import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProgressReader } from './progress.ts';

const report = 'frame=60\nout_time_us=2500000\nspeed=2.5x\nprogress=continue\n';

test('a report gives fraction, speed and the time left', () => {
  expect(createProgressReader(10)(report)).toEqual([{ fraction: 0.25, speed: 2.5, etaSeconds: 3 }]);
});

test('values that ffmpeg does not know yet are unknown, and the end is recognised', () => {
  const read = createProgressReader(10);
  expect(read('out_time_us=N/A\nspeed=N/A\nprogress=continue\n')).toEqual([
    { fraction: 0, speed: null, etaSeconds: null },
  ]);
  expect(read('out_time_us=9900000\nspeed=1x\nprogress=end\n')).toEqual([
    { fraction: 1, speed: 1, etaSeconds: 0 },
  ]);
});

test('the size of the text’s chunks makes no difference', () => {
  const text = report + report.replace('2500000', '7000000') + report.replace('2500000', '-5');
  const whole = createProgressReader(10)(text);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const read = createProgressReader(10);
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = edges.slice(1).map((end, index) => text.slice(edges[index], end));
      expect(pieces.flatMap(read)).toEqual(whole);
    }),
  );
  expect(whole.map(({ fraction }) => fraction)).toEqual([0.25, 0.7, 0.7]);
});

test('any text gives fractions from 0 to 1 that never fall', () => {
  const line = fc.tuple(
    fc.constantFrom('out_time_us', 'speed', 'progress', 'x'),
    fc.oneof(fc.string(), fc.double().map(String), fc.constant('continue')),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const read = createProgressReader(60);
      const text = lines.map(([name, value]) => `${name}=${value}\n`).join('');
      let last = 0;
      for (const { fraction } of read(text)) {
        expect(fraction).toBeLessThanOrEqual(1);
        if (fraction < 1) expect(fraction).toBeGreaterThanOrEqual(last === 1 ? 0 : last);
        last = fraction;
      }
    }),
  );
});
