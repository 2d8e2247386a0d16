import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { recordProtection, recordReport } from './telemetry.usecases.ts';

/** A player reports a few times a minute, more while a learner seeks. */
const reportsPerMinute = 120;

export function bindTelemetryRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countReport = bind.createRateLimit('player-reports', reportsPerMinute);
  bind(endpoints.videos.analytics, async ({ caller, params, body, reply }) => {
    await countReport(caller.userId, reply);
    const completed = await recordReport(deps, caller, params.id, body);
    return { accepted: true as const, completed };
  });
  bind(endpoints.videos.protection, async ({ caller, params, body, reply }) => {
    await countReport(caller.userId, reply);
    await recordProtection(deps, caller, params.id, body);
    return { accepted: true as const };
  });
}
