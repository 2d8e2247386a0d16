import { endpoints } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { nameSource } from '../../../platform/network/name-source.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import { createSample, sampleBytes } from './sample.adapter.ts';

/** Of all that share an address, or of IPv6 a /64: the learners of a centre sit behind one, and look one by one. */
const samplesPerMinute = 20;

export interface PlaybackCheckDeps {
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
}

/**
 * Binds what the playback check of the web app requests: the time, the rules, and some bytes to
 * measure by.
 */
export function bindPlaybackCheckRoutes(
  bind: Bind,
  { clock, systemConfig }: PlaybackCheckDeps,
): void {
  const count = bind.createRateLimit('playback-check', samplesPerMinute);
  const sample = createSample();
  bind(endpoints.playbackCheck.facts, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      serverTime: clock.now().toISOString(),
      minimumScreenPixels: systemConfig.current().playback.minimumScreenPixels,
      sampleBytes,
    };
  });
  bind(endpoints.playbackCheck.sample, async ({ request, reply }) => {
    await count(nameSource(request.ip), reply);
    reply.header('cache-control', 'no-store, no-transform');
    reply.type('application/octet-stream');
    return sample();
  });
}
