import type { Bind } from '../../platform/http/bind.ts';
import type { AnalyticsDeps } from './analytics.deps.ts';
import { bindAnalyticsRoutes } from './analytics.routes.ts';
import { bindPlaybackReportRoutes } from './playback-reports.routes.ts';
import { keepRollups } from './rollups/roll-up.adapter.ts';
import { listRetentionJobs } from './rollups/rollup-retention.repository.ts';

export { analyticsSettings } from './analytics.config.ts';

/** Creates the feature: figures of what was learned and how it played, added up from facts. */
export function createAnalytics(deps: AnalyticsDeps) {
  let stopRollups: (() => Promise<void>) | undefined;
  return {
    bindRoutes(bind: Bind): void {
      const readers = { ...deps, db: deps.reportDb };
      bindAnalyticsRoutes(bind, readers);
      bindPlaybackReportRoutes(bind, readers);
    },
    retentionJobs: listRetentionJobs(deps),
    async startWorker(): Promise<void> {
      stopRollups = await keepRollups({ ...deps, zone: deps.settings.reportTimeZone });
    },
    async stop(): Promise<void> {
      await stopRollups?.();
    },
  };
}
