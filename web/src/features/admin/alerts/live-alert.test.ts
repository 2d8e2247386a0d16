import { afterEach, expect, test, vi } from 'vitest';
import { createAnnouncer, createThrottle, type LiveAlert, readLiveAlert } from './live-alert.ts';

afterEach(() => vi.useRealTimers());

const alert = (said: Partial<LiveAlert> = {}): LiveAlert => ({
  id: 'a',
  ruleKey: null,
  title: 'Password guessing at one account',
  severity: 'high',
  status: 'active',
  isTest: false,
  times: 0,
  ...said,
});

test('a serious alert is announced once, and again after it was dealt with', () => {
  const isNews = createAnnouncer();
  expect(isNews(alert())).toBe(true);
  expect(isNews(alert())).toBe(false);
  expect(isNews(alert({ id: 'b', severity: 'critical' }))).toBe(true);
  expect(isNews(alert({ status: 'resolved' }))).toBe(false);
  expect(isNews(alert())).toBe(true);
  expect(isNews(alert({ times: 1 }))).toBe(true);
  expect(isNews(alert({ times: 1 }))).toBe(false);
});

test('lesser ones, tests and those that somebody takes care of are not', () => {
  const isNews = createAnnouncer();
  expect(isNews(alert({ severity: 'medium' }))).toBe(false);
  expect(isNews(alert({ isTest: true }))).toBe(false);
  expect(isNews(alert({ status: 'acknowledged' }))).toBe(false);
});

test('what the stream says is read, what it should not say is passed over', () => {
  const { ruleKey: _, times: __, ...said } = alert();
  expect(readLiveAlert(JSON.stringify(said))).toEqual(alert());
  expect(readLiveAlert('{"id":"a","severity":"awful"}')).toBeUndefined();
  expect(readLiveAlert('no JSON')).toBeUndefined();
});

test('many requests become one now and one after the pause', () => {
  vi.useFakeTimers();
  const work = vi.fn();
  const { ask, stop } = createThrottle(work, 1000);
  for (let times = 0; times < 50; times += 1) ask();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
  ask();
  stop();
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(3);
});
