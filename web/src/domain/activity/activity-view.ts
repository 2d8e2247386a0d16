import { type AlertSeverity, alertSeverities } from '@prahari/contract';

/** Whose activity: a user's or a network address's. */
export type Subject = { readonly user: string } | { readonly address: string };

/** What of it is shown: everything that is at least so severe, of one session or of all. */
export interface ActivityView {
  readonly session: string | undefined;
  readonly least: LeastSeverity;
}

export const leastSeverities = ['info', 'low', 'medium', 'high'] as const;
export type LeastSeverity = (typeof leastSeverities)[number];

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const longestAddress = 64;

/** Reads `?user=` or `?address=`; null where the page's address names neither. */
export function readSubject(search: string): Subject | null {
  const params = new URLSearchParams(search);
  const user = params.get('user') ?? '';
  if (uuid.test(user)) return { user };
  const address = (params.get('address') ?? '').trim();
  return address.length >= 2 && address.length <= longestAddress ? { address } : null;
}

export function readActivityView(search: string): ActivityView {
  const params = new URLSearchParams(search);
  const session = params.get('session') ?? '';
  return {
    session: uuid.test(session) ? session : undefined,
    least: leastSeverities.find((known) => known === params.get('least')) ?? 'info',
  };
}

/** Returns the page's address with another view; the rest of it stays. */
export function changeActivityView(search: string, change: Partial<ActivityView>): string {
  const params = new URLSearchParams(search);
  const { session, least } = { ...readActivityView(search), ...change };
  if (session === undefined) params.delete('session');
  else params.set('session', session);
  if (least === 'info') params.delete('least');
  else params.set('least', least);
  return params.toString();
}

/** Lists a severity and those above; undefined for all. */
export function listSeverities(least: LeastSeverity): AlertSeverity[] | undefined {
  if (least === 'info') return undefined;
  return alertSeverities.slice(0, alertSeverities.indexOf(least) + 1);
}

/** Returns the address of the page about a user or a network address. */
export function formatActivityPath(subject: Subject, session?: string): string {
  const params = new URLSearchParams({ ...subject });
  if (session !== undefined) params.set('session', session);
  return `/admin/activity?${params}`;
}
