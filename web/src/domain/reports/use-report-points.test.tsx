import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '../../shared/i18n/i18n.ts';
import { useReportPoints } from './use-report-points.ts';

beforeAll(() => startI18n());

test.each(['Asia/Kolkata', 'America/Los_Angeles'])(
  'steps are written in the zone of the report, wherever the reader is: %s',
  (timeZone) => {
    const { result } = renderHook(() => useReportPoints());
    const at = '2026-11-20T20:30:00.000Z';
    const [hour] = result.current({ stepLength: 'hour', timeZone }, [at]);
    const [day] = result.current({ stepLength: 'day', timeZone }, [at]);
    const isInIndia = timeZone === 'Asia/Kolkata';
    expect(hour?.label).toMatch(isInIndia ? /^2:00/ : /^12:30/);
    expect(hour?.name).toMatch(isInIndia ? /21.*(IST|5:30)/ : /20.*(PST|-8)/);
    expect(day?.label).toMatch(isInIndia ? /21/ : /20/);
    expect(day?.name).toMatch(isInIndia ? /Saturday/ : /Friday/);
  },
);

test('round hours of the zone are landmarks, and its midnight is a date', () => {
  const { result } = renderHook(() => useReportPoints());
  const hours = ['17:30', '18:30', '19:30'].map((time) => `2026-11-20T${time}:00.000Z`);
  const points = result.current({ stepLength: 'hour', timeZone: 'Asia/Kolkata' }, hours);
  const [before = 0, midnight = 0, after = 0] = points.map(({ rank }) => rank);
  expect(midnight).toBeGreaterThan(Math.max(before, after));
  expect(points[1]?.label).toMatch(/21/);
});
