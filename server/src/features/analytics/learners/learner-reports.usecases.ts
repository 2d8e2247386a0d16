import type { AnalyticsRange, LearnerDay, LearnerReport } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { type ListItems, listItems } from '../../../platform/export/export-list.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';
import { planDays } from '../report-window.rules.ts';
import { findFreshness } from '../rollups/read-rollups.repository.ts';
import {
  countCompleted,
  countLearnerDays,
  type LearnerDayRow,
  listCategoryProgress,
  listLearnerDays,
  listLearnerDevices,
  sumByDays,
  sumLearnerDays,
} from './learner-reports.repository.ts';

type ReportDeps = Pick<AnalyticsDeps, 'db' | 'clock' | 'settings' | 'users' | 'videos'>;

const mostCategories = 100;
const mostDevices = 20;

/**
 * Describes what a learner watched, by whole days, and where the learner stands.
 * @throws AppError 404 for all but learners in the caller's scope
 */
export async function describeLearner(
  { db, clock, settings, users, videos }: ReportDeps,
  caller: SessionCaller,
  { userId, timeRange }: { readonly userId: string; readonly timeRange: AnalyticsRange },
): Promise<LearnerReport> {
  const learner = await users.requireVisibleLearner(caller, userId);
  const now = clock.now();
  const zone = settings.reportTimeZone;
  const days = planDays(timeRange, now, zone);
  const [firstDay = now] = days;
  const sums = await sumLearnerDays(db, { userId, firstDay });
  const byDay = await sumByDays(db, userId, days);
  const devices = await listLearnerDevices(db, { userId, firstDay }, mostDevices);
  const viewer = await videos.describeViewer({
    userId,
    userType: 'LEARNER',
    permissions: [],
    adminScope: null,
  });
  return {
    timeRange,
    from: firstDay.toISOString(),
    timeZone: zone,
    stepLength: 'day',
    lastUpdated: now.toISOString(),
    countedUpTo: (await findFreshness(db))?.toISOString() ?? null,
    learner: { id: learner.id, name: learner.name },
    ...sums,
    lastAt: sums.lastAt?.toISOString() ?? null,
    completed: await countCompleted(db, userId, firstDay),
    days: days.map((day, at) => ({
      timestamp: day.toISOString(),
      watchSeconds: byDay.get(at) ?? 0,
    })),
    devices: devices.map((device) => ({ ...device, lastAt: device.lastAt.toISOString() })),
    categories: await listCategoryProgress(db, { userId, learner: viewer, now }, mostCategories),
  };
}

interface DaysQuery {
  readonly learnerId: string;
  readonly timeRange: AnalyticsRange;
}

/** Lists one page of what a learner watched. @throws AppError as describeLearner */
export async function listDaysOfLearner(
  deps: ReportDeps,
  caller: SessionCaller,
  query: DaysQuery & { readonly page: number; readonly limit: number },
) {
  const { page, limit } = query;
  const of = await findDays(deps, caller, query);
  const part = { place: null, limit, offset: (page - 1) * limit };
  const rows = await listLearnerDays(deps.db, of, part);
  return { items: rows.map(presentDay), page, limit, total: await countLearnerDays(deps.db, of) };
}

/** Lists the entries after a position in the same list. @throws AppError as describeLearner */
export async function listDaysOfLearnerAfter(
  deps: ReportDeps,
  caller: SessionCaller,
  { part, ...query }: DaysQuery & { readonly part: ListPart },
): Promise<ListItems<LearnerDay>> {
  const of = await findDays(deps, caller, query);
  return listItems(await listLearnerDays(deps.db, of, part), presentDay);
}

async function findDays(
  { clock, settings, users }: ReportDeps,
  caller: SessionCaller,
  { learnerId, timeRange }: DaysQuery,
) {
  await users.requireVisibleLearner(caller, learnerId);
  const now = clock.now();
  const [firstDay = now] = planDays(timeRange, now, settings.reportTimeZone);
  return { userId: learnerId, firstDay };
}

function presentDay(row: LearnerDayRow): LearnerDay {
  return {
    day: row.day.toISOString(),
    videoId: row.video_id,
    title: row.title,
    category: row.category,
    opened: row.opened,
    watchSeconds: row.watch_seconds,
    lastAt: row.last_at.toISOString(),
  };
}
