import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDepartures } from './depart-together.ts';

describe('createDepartures', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Has so many arrive now. @returns counts those that went on */
  function arrive(join: () => Promise<void>, count: number) {
    let gone = 0;
    for (let at = 0; at < count; at++) void join().then(() => (gone += 1));
    return () => gone;
  }

  it('lets few go on at once', async () => {
    const join = createDepartures();
    for (let at = 0; at < 10; at++) {
      const gone = arrive(join, 2);
      await vi.advanceTimersByTimeAsync(0);
      expect(gone()).toBe(2);
      await vi.advanceTimersByTimeAsync(250);
    }
  });

  it('has many wait until the end of a window, and go on together', async () => {
    const join = createDepartures();
    const first = arrive(join, 3);
    await vi.advanceTimersByTimeAsync(250);
    expect(first()).toBe(3);
    const second = arrive(join, 1);
    await vi.advanceTimersByTimeAsync(100);
    const third = arrive(join, 4);
    await vi.advanceTimersByTimeAsync(149);
    expect([second(), third()]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([second(), third()]).toEqual([1, 4]);
  });

  it('lets a full group go on before the end of the window', async () => {
    const join = createDepartures({ atMost: 5 });
    arrive(join, 5);
    await vi.advanceTimersByTimeAsync(250);
    const gone = arrive(join, 12);
    await vi.advanceTimersByTimeAsync(0);
    expect(gone()).toBe(10);
    await vi.advanceTimersByTimeAsync(250);
    expect(gone()).toBe(12);
  });

  it('leaves no timer behind when no more calls come', async () => {
    const join = createDepartures();
    arrive(join, 5);
    await vi.advanceTimersByTimeAsync(750);
    expect(vi.getTimerCount()).toBe(0);
    const gone = arrive(join, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(gone()).toBe(1);
  });
});
