import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { RuleDryRun } from '@prahari/contract';
import type { UserIds } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { findEventsByName, findUserNames, findVisibleAmong } from './dry-run.repository.ts';
import { createEngine, listEventNames } from './engine.rules.ts';
import { createGeography } from './geography.adapter.ts';
import type { JudgedRule } from './series.rules.ts';

const dayMs = 86_400_000;
/** One administrator's question must not hold up what learners do, and clients wait for 10 s. */
const usualLimits = { events: 1_000_000, ms: 7000, page: 2000, listed: 100 };

/**
 * Finds what a rule would have raised lately, by the engine that judges events as they come. Writes
 * nothing. Reads the events that concern the rule, oldest first, in pages with pauses between them,
 * and stops at a limit of events and of time.
 * @param visible leaves out what concerns any other user, as in lists of alerts; null for all
 */
export async function dryRunRule(
  deps: Pick<AlertsDeps, 'db' | 'clock' | 'locator' | 'anonymisers'>,
  rule: Omit<JudgedRule, 'id'>,
  { days, visible }: { readonly days: number; readonly visible: UserIds | null },
  limits = usualLimits,
): Promise<RuleDryRun> {
  const to = deps.clock.now();
  const from = new Date(to.getTime() - days * dayMs);
  const engine = createEngine(createGeography(deps));
  const judged = { id: 'dry-run', ...rule };
  engine.setRules([judged]);
  const names = listEventNames([judged]);
  const found = new Map<
    string,
    { count: number; firstMs: number; lastMs: number; value: number; userId: string | null }
  >();
  const giveUpAtMs = performance.now() + limits.ms;

  let events = 0;
  let isComplete = false;
  let after = { at: from, id: '00000000-0000-0000-0000-000000000000' };
  while (events < limits.events && performance.now() < giveUpAtMs) {
    const page = await findEventsByName(deps.db, { names, after, to, atMost: limits.page });
    for (const { key, fact, value } of engine.judge(page, to.getTime())) {
      const known = found.get(key);
      if (known) {
        known.count += 1;
        known.lastMs = fact.atMs;
        known.value = value;
      } else {
        const { atMs } = fact;
        const userId = rule.subject === 'user' ? key : fact.userId;
        found.set(key, { count: 1, firstMs: atMs, lastMs: atMs, value, userId });
      }
    }
    events += page.length;
    const last = page.at(-1);
    if (!last || page.length < limits.page) {
      isComplete = true;
      break;
    }
    after = { at: last.happenedAt, id: last.id };
    await letOthersWork();
  }
  const isOfOne = rule.subject === 'user' || rule.subject === 'session';
  const userIds = [...found.values()].flatMap(({ userId }) => userId ?? []);
  const seen = visible && isOfOne ? await findVisibleAmong(visible, userIds) : null;
  const shown = [...found].filter(([, { userId }]) => seen?.has(userId ?? '') ?? true);
  const alerts = shown.sort(([, a], [, b]) => b.lastMs - a.lastMs).slice(0, limits.listed);
  const isAboutUsers = rule.subject === 'user' && alerts.length > 0;
  const namesOfUsers = isAboutUsers
    ? await findUserNames(
        deps.db,
        alerts.map(([key]) => key),
      )
    : undefined;
  return {
    isComplete,
    events,
    from: from.toISOString(),
    to: to.toISOString(),
    total: shown.length,
    alerts: alerts.map(([key, { count, firstMs, lastMs, value }]) => ({
      subject: { kind: rule.subject, key, name: namesOfUsers?.get(key) ?? null },
      count,
      firstSeenAt: new Date(firstMs).toISOString(),
      lastSeenAt: new Date(lastMs).toISOString(),
      value,
    })),
  };
}
