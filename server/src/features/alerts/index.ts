import type { RecordTable } from '../../platform/db/inspect-database.ts';
import type { EventReader } from '../../platform/events/reader.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { type RetentionJob, subtractDays } from '../../platform/retention/retention-job.ts';
import { carryOutAction } from './actions/carry-out-action.usecases.ts';
import type { Notifier } from './actions/notify.adapter.ts';
import { actionTries, carryOutActionKind } from './actions/tasks/carry-out-action.task.ts';
import type { AlertsConfig } from './alerts.config.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { bindAlertRoutes } from './alerts.routes.ts';
import { findEnabledRules } from './engine/raise-alerts.repository.ts';
import { alertReader, watchEvents } from './engine/watch-events.usecases.ts';
import { deletePastAlerts } from './life-cycle/alert-life.repository.ts';
import { summarizeOpenAlerts } from './list/list-alerts.usecases.ts';
import { createAlertStreams } from './live/alert-streams.adapter.ts';

export { openNotifiers } from './actions/notify.adapter.ts';
export { alertsSettings } from './alerts.config.ts';
export type { MeasurePorts } from './ports.ts';

export const alertRecord: RecordTable = { where: 'alerts', table: 'alerts', at: 'created_at' };

/** The job kinds that the queue must know before this feature is created. */
export const alertJobKinds = [carryOutActionKind];
const actionsAtOnce = 4;

/** Provided by create-features.ts. */
export interface AlertsFeatureDeps extends Omit<AlertsDeps, 'enqueueActions'> {
  readonly queue: Pick<JobQueue, 'enqueueAll'>;
  readonly notifiers: readonly Notifier[];
  readonly metrics: Pick<Metrics, 'gauge' | 'counter'>;
  readonly settings: Pick<AlertsConfig, 'alertRetentionDays'>;
}

/** Creates the feature: alerts, their life cycle, what they do, and the pages that follow them. */
export function createAlerts({ queue, notifiers, metrics, settings, ...given }: AlertsFeatureDeps) {
  const deps: AlertsDeps = {
    ...given,
    enqueueActions: (trx, ids) =>
      queue.enqueueAll(
        trx,
        carryOutActionKind,
        ids.map((actionId) => ({ actionId })),
      ),
  };
  const streams = createAlertStreams(deps);
  let reader: EventReader | undefined;
  const countSkipped = metrics.counter(
    'prahari_events_skipped_total',
    'Events that a reader could not take.',
    ['reader'],
  );
  metrics.gauge(
    'prahari_event_reader_lag_seconds',
    'How long the process that reads events has not been up to date.',
    ['reader'],
    async () => {
      const lag = reader?.lag();
      if (!lag?.isReading) return [];
      return [{ labels: { reader: alertReader }, value: lag.behindMs / 1000 }];
    },
  );
  const retentionJobs: readonly RetentionJob[] = [
    {
      name: 'alerts',
      removeSome: (atMost) => {
        const now = deps.clock.now();
        return deletePastAlerts(
          deps.db,
          { before: subtractDays(now, settings.alertRetentionDays), now },
          atMost,
        );
      },
    },
  ];
  return {
    countEnabledRules: async () => (await findEnabledRules(deps.db)).length,
    retentionJobs,
    bindRoutes(bind: Bind): void {
      bindAlertRoutes(bind, deps, streams);
    },
    summarizeOpen: (
      caller: SessionCaller,
      bounds: { readonly most: number; readonly atMost: number },
    ) => summarizeOpenAlerts(deps, caller, bounds),
    /** Has actions carried out, once the transaction commits. */
    enqueueActions: deps.enqueueActions,
    async startWorker(jobs: Pick<JobQueue, 'work'>): Promise<void> {
      await jobs.work(carryOutActionKind, actionsAtOnce, ({ data, signal, attempt }) =>
        carryOutAction({ ...deps, notifiers }, data.actionId, {
          signal,
          isLastTry: attempt >= actionTries,
        }),
      );
      reader = await watchEvents({
        ...deps,
        onSkipped: () => countSkipped({ reader: alertReader }),
      });
    },
    /** Ends the streams of pages, which open theirs again elsewhere. */
    endStreams: () => streams.stop(),
    async stop(): Promise<void> {
      streams.stop();
      await reader?.stop();
    },
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
