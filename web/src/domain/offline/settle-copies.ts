import { endpoints } from '@prahari/contract';
import type { Api } from '../../shared/api/browser-api.ts';
import { isRefusedForGood } from '../../shared/outbox/redelivery.ts';
import type { CopyStore, StoredCopy } from './copy-store.ts';
import { dropLicence } from './held-licence.ts';
import { trustServer } from './trusted-clock.ts';

const viewsAtOnce = 50;

/** Asks the server which copies are still good; empties or removes the others. */
export async function checkCopies(
  {
    api,
    kept,
    pauseCopy,
  }: {
    readonly api: Pick<Api, 'call'>;
    readonly kept: Pick<CopyStore, 'remove' | 'empty' | 'changeClock'>;
    pauseCopy(id: string): Promise<void>;
  },
  own: readonly StoredCopy[],
): Promise<void> {
  const body = { ids: own.map(({ id }) => id) };
  const { serverTime, copies } = await api.call(endpoints.offline.check, { body });
  const clockMs = Date.now();
  for (const { id, state, revokedFor } of copies) {
    if (state === 'unknown') await kept.remove(id);
    else if (state !== 'valid') {
      await pauseCopy(id);
      const failure = state === 'expired' ? 'expired' : 'revoked';
      await kept
        .empty(id, { state: 'failed', failure, revokedFor })
        // A full disk still deletes.
        .catch(() => kept.remove(id));
    }
    if (state !== 'valid') await dropLicenceOf(own.find((copy) => copy.id === id));
  }
  await kept.changeClock(() => trustServer(Date.parse(serverTime), clockMs));
}

/**
 * Sends the playback events that were kept without a connection, and forgets those that the server
 * took or will never take.
 */
export async function sendViews(
  api: Pick<Api, 'call'>,
  kept: Pick<CopyStore, 'listViews' | 'removeViews'>,
): Promise<void> {
  const waiting = await kept.listViews();
  for (const id of new Set(waiting.map(({ view }) => view.copyId))) {
    const own = waiting.filter(({ view }) => view.copyId === id);
    for (let at = 0; at < own.length; at += viewsAtOnce) {
      const batch = own.slice(at, at + viewsAtOnce);
      const events = batch.map(({ view: { event } }) => event);
      await api
        .call(endpoints.offline.reportViews, { params: { id }, body: { events } })
        .catch((error: unknown) => {
          if (!isRefusedForGood(error)) throw error;
        });
      await kept.removeViews(batch.map(({ key }) => key));
    }
  }
}

/** Has the key system forget the licence that it keeps for a copy. */
export async function dropLicenceOf(copy: StoredCopy | undefined): Promise<void> {
  if (copy?.heldLicence) await dropLicence(copy.heldLicence);
}
