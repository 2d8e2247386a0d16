import type { Bind } from '../../platform/http/bind.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { bindAlertRoutes } from './alerts.routes.ts';
import { createAlertStreams } from './live/alert-streams.adapter.ts';

/** Creates the feature: alerts, their life cycle, and the pages that follow them. */
export function createAlerts(deps: AlertsDeps) {
  const streams = createAlertStreams(deps);
  return {
    bindRoutes(bind: Bind): void {
      bindAlertRoutes(bind, deps, streams);
    },
    stop(): void {
      streams.stop();
    },
  };
}
