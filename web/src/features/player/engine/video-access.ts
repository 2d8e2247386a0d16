import { endpoints } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';

/** What this page has seen; the server is asked again as soon as it says otherwise. */
let confirmed = false;

/** True when the password was confirmed for watching as far as this page knows, without asking. */
export function isKnownConfirmed(): boolean {
  return confirmed;
}

export function noteConfirmed(isConfirmed: boolean): void {
  confirmed = isConfirmed;
}

/** Asks the server unless this page knows: one round trip less for every lesson but the first. */
export async function isConfirmed(api: Pick<Api, 'call'>): Promise<boolean> {
  if (confirmed) return true;
  const { videoAccessExpiresAt } = await api.call(endpoints.auth.validate, {});
  confirmed = videoAccessExpiresAt !== null;
  return confirmed;
}
