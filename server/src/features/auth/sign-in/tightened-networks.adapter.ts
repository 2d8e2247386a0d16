import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Log } from '../../../platform/log/log.ts';
import {
  findTightenedNetworks,
  type TightenedNetwork,
  tightenedNetworksChannel,
} from './tightened-networks.repository.ts';
import { isWithin } from './tightened-networks.rules.ts';

/**
 * Keeps in memory from which networks new devices have fewer attempts to sign in; read again when
 * another process changed them.
 */
export function createTightenedNetworks(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
}) {
  const { db, clock, log, notifications } = deps;
  let networks: readonly TightenedNetwork[] = [];

  async function read(): Promise<void> {
    networks = await findTightenedNetworks(db, clock.now());
  }
  notifications.on(tightenedNetworksChannel, () => {
    read().catch((error: unknown) =>
      log.warn({ err: error }, 'the networks with fewer attempts to sign in could not be read'),
    );
  });
  notifications.onConnect(read);

  return {
    isTightened(address: string): boolean {
      if (networks.length === 0) return false;
      const now = clock.now();
      return networks.some(({ network, endsAt }) => endsAt > now && isWithin(address, network));
    },
  };
}
