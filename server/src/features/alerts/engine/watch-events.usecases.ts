import type { Notifications } from '../../../platform/db/notifications.ts';
import { type EventReader, startEventReader } from '../../../platform/events/reader.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { builtInRules } from './built-in.rules.ts';
import { createEngine } from './engine.rules.ts';
import { createGeography } from './geography.adapter.ts';
import { findEnabledRules, seedBuiltInRules } from './raise-alerts.repository.ts';
import { type RaisingRule, toRaisingRule } from './raise-alerts.rules.ts';
import { raiseAlerts } from './raise-alerts.usecases.ts';

type WatchDeps = Pick<
  AlertsDeps,
  'db' | 'clock' | 'log' | 'locator' | 'anonymisers' | 'enqueueActions'
> & {
  readonly notifications: Pick<Notifications, 'on' | 'onConnect'>;
  /** Called for each event that could not be judged. */
  onSkipped?(): void;
};

/** Names the position of alerts among the readers of events. */
export const alertReader = 'alerts';

/** Judges all events by the rules, in one process at a time, and raises alerts. */
export async function watchEvents(deps: WatchDeps): Promise<EventReader> {
  const { db, clock, notifications } = deps;
  await seedBuiltInRules(db, builtInRules, clock.now());
  const engine = createEngine(createGeography(deps));
  let rules: ReadonlyMap<string, RaisingRule> = new Map();
  let areRulesStale = true;
  const forgetRules = () => {
    areRulesStale = true;
  };
  notifications.on('alert_rules', forgetRules);
  notifications.onConnect(forgetRules);

  return startEventReader(deps, {
    name: alertReader,
    async prepare() {
      if (!areRulesStale) return;
      areRulesStale = false;
      try {
        const rows = await findEnabledRules(db);
        const all = rows.flatMap((row) => toRaisingRule(row) ?? []);
        rules = new Map(all.map((rule) => [rule.id, rule]));
        engine.setRules(all);
      } catch (error) {
        forgetRules();
        throw error;
      }
    },
    async restore(pieces) {
      engine.load(pieces);
    },
    take(events, nowMs) {
      const signals = engine.judge(events, nowMs);
      if (signals.length === 0) return undefined;
      const found = { signals, rules, now: clock.now() };
      return (trx) => raiseAlerts(deps, trx, found);
    },
    save: engine.save,
  });
}
