import {
  type AdminHome,
  type AlertSeverity,
  type AlertStatistics,
  type AlertTimeRange,
  alertTimeRangeHours,
  type endpoints,
  type QueryOf,
} from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { readSearchTerm } from '../../users/index.ts';
import type { AlertsDeps } from '../alerts.deps.ts';
import { findNamingKey, presentAlert } from '../alerts.presenter.ts';
import { listRules } from '../rules/edit-rules.usecases.ts';
import { countAlerts, countOpenWithLatest, readOverview } from './alert-counts.repository.ts';
import type { AlertFilter } from './alert-filter.repository.ts';
import {
  type AlertRow,
  countAlertsUpTo,
  findAlertPage,
  findAlertsAfter,
  findLatestAlerts,
} from './alert-list.repository.ts';
import { planSearch } from './alert-search.repository.ts';
import { fillTrend, listStarts, planTrend } from './alert-trends.rules.ts';
import { scopeAlertLists, scopeAlerts } from './scope-alerts.usecases.ts';

type ListDeps = Pick<AlertsDeps, 'db' | 'clock' | 'users'>;

const hourMs = 3_600_000;
const shortHours = 7 * 24;
/** Specification, section 9: what the dashboard shows at once. */
const overviewAlerts = 50;

/** Lists one page of the alerts the caller may see. */
export async function listAlerts(
  deps: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.alerts.list>,
) {
  const { page, limit, sortBy, sortOrder, ...asked } = query;
  const window = { limit, offset: (page - 1) * limit };
  const filter = await buildFilter(deps, caller, asked);
  const found = await findAlertPage(deps.db, filter, { sortBy, sortOrder }, window);
  return { ...found, items: found.items.map(presentAlert), page, limit };
}

/** Lists the next of the same alerts, for an export. */
export async function listAlertsAfter(
  deps: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.listExports.alerts>,
  part: ListPart,
) {
  const { sortBy, sortOrder, ...asked } = query;
  const filter = await buildFilter(deps, caller, asked);
  return listItems(
    await findAlertsAfter(deps.db, filter, { sortBy, sortOrder }, part),
    presentAlert,
  );
}

/** Finds the newest alerts of a time range, with the statistics of that range. */
export async function describeAlerts(
  deps: ListDeps,
  caller: SessionCaller,
  query: QueryOf<typeof endpoints.alerts.overview>,
) {
  const { utcOffsetMinutes, ...asked } = query;
  const filter = await buildFilter(deps, caller, asked);
  const { plan, range } = planCount(deps.clock.now(), query);
  const overview = await readOverview(deps.db, filter, range, overviewAlerts);
  return {
    alerts: overview.latest.map(presentAlert),
    statistics: presentStatistics(overview, plan),
    rules: await listRules(deps, caller, overview.openings),
  };
}

/** Counts the alerts that were last seen in a time range, tests left out. */
export async function countAlertStatistics(
  { db, clock, users }: ListDeps,
  caller: SessionCaller,
  asked: { readonly timeRange: AlertTimeRange; readonly utcOffsetMinutes: number },
): Promise<AlertStatistics> {
  const { plan, range } = planCount(clock.now(), asked);
  const scope = await scopeAlertLists({ users }, caller);
  return presentStatistics(await countAlerts(db, scope, range), plan);
}

function planCount(
  now: Date,
  asked: { readonly timeRange: AlertTimeRange; readonly utcOffsetMinutes: number },
) {
  const plan = planTrend(asked.timeRange, now, asked.utcOffsetMinutes);
  const range = {
    since: findStart(now, asked.timeRange),
    isLately: isShort(asked.timeRange),
    intervals: { starts: listStarts(plan), seconds: plan.seconds },
  };
  return { plan, range };
}

function presentStatistics(
  { standing, raised }: Awaited<ReturnType<typeof countAlerts>>,
  plan: ReturnType<typeof planTrend>,
): AlertStatistics {
  const sum = (isWanted: (row: (typeof standing)[number]) => boolean) =>
    standing.filter(isWanted).reduce((total, row) => total + Number(row.count), 0);
  const isOpen = ({ status }: (typeof standing)[number]) => status === 'active';
  const ofSeverity = (severity: AlertSeverity) =>
    sum((row) => row.severity === severity && isOpen(row));
  return {
    total: sum(() => true),
    active: sum(isOpen),
    bySeverity: {
      critical: ofSeverity('critical'),
      high: ofSeverity('high'),
      medium: ofSeverity('medium'),
      low: ofSeverity('low'),
      info: ofSeverity('info'),
    },
    recentTrends: fillTrend(plan, raised),
  };
}

/**
 * Counts the alerts that are not taken up, by severity and up to `most` of each, and reads the
 * latest serious ones.
 */
export async function summarizeOpenAlerts(
  { db, users }: Pick<AlertsDeps, 'db' | 'users'>,
  caller: SessionCaller,
  { most, atMost }: { readonly most: number; readonly atMost: number },
): Promise<NonNullable<AdminHome['alerts']>> {
  const scope = await scopeAlertLists({ users }, caller);
  const open = { scope, status: ['active'], isTest: false } as const;
  const severity = ['critical', 'high'] as const;
  // Alerts of few users are read at once; of all, a count that ends at `most` reads less.
  const few = scope?.few
    ? await countOpenWithLatest(db, scope, { severity, limit: atMost })
    : undefined;
  const count = async (severity: AlertSeverity) =>
    few
      ? Math.min(few.counts.get(severity) ?? 0, most)
      : countAlertsUpTo(db, { ...open, severity: [severity] }, most);
  const serious = few ? few.latest : await findWorstOpen(db, open, { severity, atMost });
  return {
    open: {
      critical: await count('critical'),
      high: await count('high'),
      medium: await count('medium'),
      low: await count('low'),
      info: await count('info'),
    },
    items: serious.map((row) => ({
      id: row.id,
      ruleKey: findNamingKey(row),
      title: row.title,
      category: row.category,
      severity: row.severity,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
  };
}

/** The latest of each severity, in the order of the severities; one query for each that is needed. */
async function findWorstOpen(
  db: AlertsDeps['db'],
  open: AlertFilter,
  { severity, atMost }: { readonly severity: readonly AlertSeverity[]; readonly atMost: number },
): Promise<AlertRow[]> {
  const found: AlertRow[] = [];
  for (const one of severity) {
    const left = atMost - found.length;
    if (left > 0) found.push(...(await findLatestAlerts(db, { ...open, severity: [one] }, left)));
  }
  return found;
}

/** Tells whether so few alerts were seen in a range that all of them are soon read. */
function isShort(range: AlertTimeRange): boolean {
  return alertTimeRangeHours[range] <= shortHours;
}

function findStart(now: Date, range: AlertTimeRange): Date {
  return new Date(now.getTime() - alertTimeRangeHours[range] * hourMs);
}

async function buildFilter(
  { db, clock, users }: ListDeps,
  caller: SessionCaller,
  asked: Omit<AlertFilter, 'scope' | 'since' | 'isLately' | 'search'> & {
    readonly timeRange?: AlertTimeRange | undefined;
    readonly search?: string | undefined;
  },
): Promise<AlertFilter> {
  const { timeRange, search: typed, ...filter } = asked;
  const text = readSearchTerm(typed);
  const searchesNumbers = caller.permissions.includes('users.read');
  const search = text === undefined ? undefined : await planSearch(db, { text, searchesNumbers });
  // What few alerts match is found before it is asked who may see it.
  const isRare = search?.isTextRare && search.isNameRare;
  const scope = isRare ? scopeAlerts({ users }, caller) : await scopeAlertLists({ users }, caller);
  return {
    ...filter,
    search,
    scope,
    since: timeRange && findStart(clock.now(), timeRange),
    isLately: timeRange && isShort(timeRange),
  };
}
