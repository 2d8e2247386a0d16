import { endpoints } from '@prahari/contract';
import type { Site } from './site.ts';

/**
 * Sets whether segments wait that are fetched faster than any player plays them: rows that measure how
 * fast they can be sent switch it off, and on again behind them.
 */
export async function setPacing(
  { admin, adminAccount }: Pick<Site, 'admin' | 'adminAccount'>,
  isOn: boolean,
): Promise<void> {
  await admin.signIn(adminAccount.contactNumber, adminAccount.password);
  const { version, config } = await admin.call(endpoints.system.config, {});
  const playback = { ...config.playback, paceDownloads: isOn };
  await admin.call(endpoints.system.updateConfig, { body: { version, config: { playback } } });
}

/** Lets one account stand for several learners. */
export async function allowManyStreams({ admin }: Site): Promise<void> {
  const { config, version } = await admin.call(endpoints.system.config, {});
  const playback = { ...config.playback, streamsPerLearner: 100 };
  await admin.call(endpoints.system.updateConfig, { body: { version, config: { playback } } });
}
