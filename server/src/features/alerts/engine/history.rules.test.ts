import { describe, expect, it } from 'vitest';
import { describeFact, flatEarth } from './engine.fixture.ts';
import type { Fact } from './fact.rules.ts';
import { type Geography, observe, openHistory } from './history.rules.ts';

const dayMs = 86_400_000;
const far: Geography = { ...flatEarth, measureTravel: () => ({ km: 6711, kmPerHour: 1342 }) };
const home = { address: '203.0.113.1', country: 'IN', deviceId: 'home' };
const abroad = { address: '198.51.100.1', country: 'GB', deviceId: 'home' };

function signIns(days: readonly number[], over: Partial<Fact> = home): Fact[] {
  return days.map((day) => describeFact('session.opened', day * dayMs, over));
}

/** What the last of some events means. */
function look(facts: readonly Fact[], geography = flatEarth) {
  const history = openHistory(facts[0]?.atMs ?? 0);
  return facts.map((fact) => observe(history, fact, geography)).at(-1);
}

describe('the history of a user', () => {
  it('calls a country new after ten sign-ins or 14 days, and only the first time', () => {
    const ten = signIns([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(look([...ten.slice(1), ...signIns([1], abroad)])?.isNewCountry).toBe(false);
    expect(look([...ten, ...signIns([1], abroad)])?.isNewCountry).toBe(true);
    expect(look([...signIns([0]), ...signIns([14], abroad)])?.isNewCountry).toBe(true);
    expect(look([...ten, ...signIns([1, 2], abroad)])?.isNewCountry).toBe(false);
    expect(look([...ten, ...signIns([1], { ...abroad, country: null })])?.isNewCountry).toBe(false);
  });

  it('calls a device new when the user has been known for a week', () => {
    const other = { ...home, deviceId: 'other' };
    expect(look([...signIns([0]), ...signIns([6], other)])?.isNewDevice).toBe(false);
    expect(look([...signIns([0]), ...signIns([7], other)])?.isNewDevice).toBe(true);
    expect(look([...signIns([0]), ...signIns([7, 8], other)])?.isNewDevice).toBe(false);
  });

  it('measures journeys between sign-ins, but to no known network', () => {
    const journey = [...signIns([0, 0, 0]), ...signIns([1], abroad)];
    expect(look(journey, far)?.travel).toEqual({ km: 6711, kmPerHour: 1342 });
    expect(look(journey.slice(1), far)?.travel).toBeUndefined();
    expect(look([...journey, ...signIns([1])], far)?.travel).toBeUndefined();
  });

  it('sees a change from a new device within a day of a reset', () => {
    const reset = describeFact('device.reset', dayMs);
    const stranger = signIns([1.1], { ...home, deviceId: 'other' });
    const change = (day: number) => describeFact('second-factor.disabled', day * dayMs);
    const before = signIns([0]);
    expect(look([...before, reset, ...stranger, change(1.2)])?.isChangeAfterReset).toBe(true);
    expect(look([...before, reset, ...stranger, change(2.1)])?.isChangeAfterReset).toBe(false);
    expect(look([...before, reset, change(1.2)])?.isChangeAfterReset).toBe(false);
    expect(look([...before, ...stranger, change(1.2)])?.isChangeAfterReset).toBe(false);
  });
});
