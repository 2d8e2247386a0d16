import type { SignInAnalytics, SignInFailure, SignInRefusal } from '@prahari/contract';
import type { Steps } from '../report-steps.rules.ts';
import type { CountedEvents } from '../rollups/read-rollups.repository.ts';

const successName = 'session.opened';
const newDeviceName = 'device.bound';

/** Events that say how sign-ins went. */
export const signInEvents = [
  successName,
  newDeviceName,
  'sign-in.refused',
  'second-factor.refused',
  'device.refused',
  'call.limited',
] as const;

const refusals = [
  'password',
  'account',
  'activation_code',
] as const satisfies readonly (SignInRefusal & SignInFailure)[];

type Event = Pick<CountedEvents, 'name' | 'reason'>;

/**
 * Says why a sign-in failed; null for what is no failed sign-in, as limits of other calls.
 * @param limitedRoutes calls by which users sign in
 */
function findFailure(
  { name, reason }: Event,
  limitedRoutes: readonly string[],
): SignInFailure | null {
  switch (name) {
    case 'sign-in.refused':
      // Wrong while signed in already.
      if (reason === 'confirmation') return null;
      return refusals.find((one) => one === reason) ?? 'other';
    case 'second-factor.refused':
      return 'second_factor';
    case 'device.refused':
      return 'device';
    case 'call.limited':
      return limitedRoutes.includes(reason) ? 'limit' : null;
    default:
      return null;
  }
}

/** Adds up counted events as sign-ins: in all, by reason, and at each step. */
export function summarizeSignIns(
  { starts }: Pick<Steps, 'starts'>,
  counted: readonly CountedEvents[],
  limitedRoutes: readonly string[],
): Pick<SignInAnalytics, 'successes' | 'failures' | 'failuresByReason' | 'newDevices' | 'points'> {
  const reasons = new Map<SignInFailure, number>();
  let newDevices = 0;
  const points = starts.map((start) => ({
    timestamp: start.toISOString(),
    successes: 0,
    failures: 0,
  }));
  for (const event of counted) {
    if (event.name === newDeviceName) newDevices += event.count;
    const failure = findFailure(event, limitedRoutes);
    if (failure) reasons.set(failure, (reasons.get(failure) ?? 0) + event.count);
    const point = points[event.step];
    if (point) addTo(point, event, failure);
  }
  const failuresByReason = [...reasons]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
  const sum = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  return {
    successes: sum(({ successes }) => successes),
    failures: sum(({ failures }) => failures),
    failuresByReason,
    newDevices,
    points,
  };
}

/** Lists the hours of a day with the sign-ins that fell into each. */
export function listHours(
  counted: readonly (Event & { readonly hour: number; readonly count: number })[],
  limitedRoutes: readonly string[],
): SignInAnalytics['hours'] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, successes: 0, failures: 0 }));
  for (const event of counted) {
    const point = hours[event.hour];
    if (point) addTo(point, event, findFailure(event, limitedRoutes));
  }
  return hours;
}

function addTo(
  point: { successes: number; failures: number },
  { name, count }: { readonly name: string; readonly count: number },
  failure: SignInFailure | null,
): void {
  if (name === successName) point.successes += count;
  if (failure) point.failures += count;
}
