import { expect, it } from 'vitest';
import { addRequest, noMetrics, type SegmentRequest } from './cmcd-metrics.rules.ts';

const of = (report: SegmentRequest['report']): SegmentRequest => ({
  sessionId: 's',
  videoId: 'v',
  report,
});

it('sums what a player reports, and counts requests without metrics', () => {
  const calm = { isStarved: false, isUrgent: false };
  const requests = [
    of({ ...calm, isUrgent: true, playbackId: 'p', bitrateKbps: 100, bufferMs: 0 }),
    of({ ...calm, bitrateKbps: 300, throughputKbps: 900, bufferMs: 4000 }),
    of(null),
    of({ ...calm, isStarved: true, bufferMs: 1500 }),
  ];
  expect(requests.reduce(addRequest, noMetrics)).toEqual({
    playbackId: 'p',
    requests: 4,
    reports: 3,
    starved: 1,
    urgent: 1,
    bitrateSumKbps: 400,
    bitrates: 2,
    throughputSumKbps: 900,
    throughputs: 1,
    leastBufferMs: 1500,
  });
});
