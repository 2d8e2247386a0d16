import type { EventReader } from '../../platform/events/reader.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { bindAlertRoutes } from './alerts.routes.ts';
import { watchEvents } from './engine/watch-events.usecases.ts';
import { summarizeOpenAlerts } from './list/list-alerts.usecases.ts';
import { createAlertStreams } from './live/alert-streams.adapter.ts';

/** Creates the feature: alerts that rules raise, their life cycle, and the pages that follow them. */
export function createAlerts(deps: AlertsDeps) {
  const streams = createAlertStreams(deps);
  let reader: EventReader | undefined;
  return {
    async startWorker(): Promise<void> {
      reader = await watchEvents(deps);
    },
    bindRoutes(bind: Bind): void {
      bindAlertRoutes(bind, deps, streams);
    },
    summarizeOpen: (
      caller: SessionCaller,
      bounds: { readonly most: number; readonly atMost: number },
    ) => summarizeOpenAlerts(deps, caller, bounds),
    async stop(): Promise<void> {
      streams.stop();
      await reader?.stop();
    },
  };
}
