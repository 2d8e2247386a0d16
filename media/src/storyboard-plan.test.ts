import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatStoryboardTrack, planStoryboard } from './storyboard-plan.ts';

test('a short clip has a picture every two seconds, the last up to the end', () => {
  const plan = planStoryboard(5, { width: 426, height: 240 });
  expect(plan).toMatchObject({ everySeconds: 2, tileWidth: 160, tileHeight: 90 });
  expect(formatStoryboardTrack(plan, 1)).toBe(
    [
      'WEBVTT\n',
      '00:00:00.000 --> 00:00:02.000\n1.jpg#xywh=0,0,160,90\n',
      '00:00:02.000 --> 00:00:04.000\n1.jpg#xywh=160,0,160,90\n',
      '00:00:04.000 --> 00:00:05.000\n1.jpg#xywh=320,0,160,90\n',
    ].join('\n'),
  );
});

test('however long, it fits three sheets, and times follow each other to the end', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 86_400, noNaN: true }), (durationSeconds) => {
      const plan = planStoryboard(durationSeconds, { width: 144, height: 256 });
      expect(plan.everySeconds % 2).toBe(0);
      const cues = formatStoryboardTrack(plan, 3).match(/--> /g)?.length ?? 0;
      expect(cues).toBeLessThanOrEqual(300);
      expect(cues * plan.everySeconds).toBeGreaterThanOrEqual(durationSeconds);
    }),
  );
});
