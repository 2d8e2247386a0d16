import type { endpoints, ManagedVideo, QueryOf, VideoDetail } from '@prahari/contract';
import type { ListPart } from '../../../platform/db/list-order.ts';
import type { ListItems } from '../../../platform/export/export-list.ts';
import type { CallerRights } from '../ports.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { videoNotFound } from '../videos.errors.ts';
import { findVideo } from '../videos.repository.ts';
import type { VideoRow } from '../videos.tables.ts';
import { canManage, canSee } from '../visibility/video-visibility.policy.ts';
import {
  describeVideoViewer,
  describeViewer,
  requireManagedVideo,
} from '../visibility/viewers.usecases.ts';
import {
  presentManagedVideos,
  presentOneManagedVideo,
  presentOneVideo,
  presentVideos,
  type SignedInCaller,
} from './present-videos.usecases.ts';
import {
  listCategories,
  listFollowingVideoIds,
  listGroupCounts,
  listLanguages,
  listTags,
  listVideoPage,
  listVideosAfter,
  type VideoFilter,
} from './video-list.repository.ts';

type ListQuery = QueryOf<typeof endpoints.videos.list>;
type ListChoice = Omit<ListQuery, 'page' | 'limit'>;
type ManagedListQuery = QueryOf<typeof endpoints.videos.listManaged>;
type ManagedChoice = Omit<QueryOf<typeof endpoints.listExports.videos>, 'format'>;

type ViewerDeps = Pick<VideosDeps, 'db' | 'clock' | 'audienceFactsOf' | 'groupStandings'>;
type ListDeps = ViewerDeps & Pick<VideosDeps, 'delivery' | 'startedVideos' | 'videoProgress'>;
type ManagedListDeps = ListDeps & Pick<VideosDeps, 'viewsOf' | 'settings'>;

/** Started and not finished: more than a learner continues. */
const mostStarted = 100;
/** Of those that follow a video: a learner who completed this many gets no suggestion. */
const mostFollowing = 200;

/** Lists one page of the videos the caller may see. */
export async function listVideos(deps: ListDeps, caller: SignedInCaller, query: ListQuery) {
  const { rows, ...rest } = await findPage(deps, caller, await buildFilter(deps, caller), query);
  return { items: await presentVideos(deps, caller, rows), ...rest };
}

/** Lists one page of the videos that the caller manages, existing or deleted ones. */
export async function listManagedVideos(
  deps: ManagedListDeps,
  caller: SignedInCaller,
  { page, limit, ...query }: ManagedListQuery,
) {
  const { base, choice } = await splitManagedChoice(deps, caller, query);
  const { rows, ...rest } = await findPage(deps, caller, base, { ...choice, page, limit });
  return { items: await presentManagedVideos(deps, caller, rows), ...rest };
}

/** Lists the next videos of the same list, for an export. */
export async function listManagedVideosForExport(
  deps: ManagedListDeps,
  caller: SignedInCaller,
  query: ManagedChoice,
  part: ListPart,
): Promise<ListItems<ManagedVideo>> {
  const { base, choice } = await splitManagedChoice(deps, caller, query);
  const { filter, order } = await toFilterAndOrder(deps, caller, base, choice);
  const rows = await listVideosAfter(deps.db, filter, order, part);
  const items = await presentManagedVideos(deps, caller, rows);
  return { items, last: rows.at(-1)?.place ?? null };
}

/** Lists the categories of the videos the caller may see. */
export async function listVideoCategories(deps: ViewerDeps, caller: CallerRights) {
  return { items: await listCategories(deps.db, await buildFilter(deps, caller)) };
}

/** Lists the languages of the videos the caller may see. */
export async function listVideoLanguages(deps: ViewerDeps, caller: CallerRights) {
  return { items: await listLanguages(deps.db, await buildFilter(deps, caller)) };
}

/** Lists the tags of the videos the caller may see. */
export async function listVideoTags(deps: ViewerDeps, caller: CallerRights) {
  return { items: await listTags(deps.db, await buildFilter(deps, caller)) };
}

/** Counts the videos that the caller manages by the groups they are for. */
export async function countVideosByGroup(deps: ViewerDeps, caller: CallerRights) {
  const filter = { ...(await buildFilter(deps, caller)), isManaged: true };
  return { items: await listGroupCounts(deps.db, filter) };
}

/** Reads one video. @throws AppError 404, also for a video that is not for this caller */
export async function getVideo(
  deps: ListDeps,
  caller: SignedInCaller,
  id: string,
): Promise<VideoDetail> {
  return presentOneVideo(deps, caller, await requireVisibleVideo(deps, caller, id));
}

/**
 * Finds what to watch next: the first that follows a video, was not completed and may be played.
 * @throws AppError 404
 */
export async function findNextVideo(deps: ListDeps, caller: SignedInCaller, id: string) {
  const row = await requireVisibleVideo(deps, caller, id);
  const filter = { ...(await buildFilter(deps, caller)), published: true };
  const ids = await listFollowingVideoIds(deps.db, filter, row, mostFollowing);
  const progress = await deps.videoProgress(caller.userId, ids);
  const isOpen = (each: string) => {
    const { completedAt = null, termination = null } = progress.get(each) ?? {};
    return completedAt === null && termination === null;
  };
  const nextId = ids.find(isOpen);
  const next = nextId === undefined ? undefined : await findVideo(deps.db, nextId);
  const [video = null] = next ? await presentVideos(deps, caller, [next]) : [];
  return { video };
}

/** Reads one video for its editors, deleted or not. @throws AppError 404, out_of_scope */
export async function getManagedVideo(
  deps: ManagedListDeps,
  caller: SignedInCaller,
  id: string,
): Promise<ManagedVideo> {
  const row = await requireManagedVideo(deps, caller, await findVideo(deps.db, id));
  return presentOneManagedVideo(deps, caller, row);
}

/** Tells whether this caller manages a video under that id, deleted or not. */
export async function isManagedBy(
  deps: ViewerDeps,
  caller: CallerRights,
  id: string,
): Promise<boolean> {
  const row = await findVideo(deps.db, id);
  return row !== undefined && canManage(await describeVideoViewer(deps, caller, row), row);
}

export async function requireVisibleVideo(
  deps: ViewerDeps,
  caller: CallerRights,
  id: string,
): Promise<VideoRow> {
  const row = await findVideo(deps.db, id);
  if (!row) throw videoNotFound();
  const viewer = await describeVideoViewer(deps, caller, row);
  if (!canSee(viewer, row, deps.clock.now())) throw videoNotFound();
  return row;
}

async function buildFilter(deps: ViewerDeps, caller: CallerRights): Promise<VideoFilter> {
  return { now: deps.clock.now(), viewer: await describeViewer(deps, caller) };
}

async function findPage(
  deps: ListDeps,
  caller: SignedInCaller,
  base: VideoFilter,
  { page, limit, ...choice }: ListQuery,
) {
  const { filter, ids, order } = await toFilterAndOrder(deps, caller, base, choice);
  const offset = (page - 1) * limit;
  const window = { ...order, limit, offset };
  if (!ids) return { ...(await listVideoPage(deps.db, filter, window)), page, limit };
  const all = await listVideoPage(deps.db, filter, { ...window, limit: mostStarted, offset: 0 });
  const rows = all.rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { rows: rows.slice(offset, offset + limit), total: all.total, page, limit };
}

/** @returns `ids` in their order if only videos that the caller started are requested */
async function toFilterAndOrder(
  deps: Pick<VideosDeps, 'startedVideos'>,
  caller: CallerRights,
  base: VideoFilter,
  query: ListChoice,
) {
  const { search, published, started, sortBy, sortOrder, ...rest } = query;
  const ids = started === 'true' ? await deps.startedVideos(caller.userId, mostStarted) : undefined;
  const filter = {
    ...base,
    ...rest,
    ids,
    search: search || undefined,
    published: published === undefined ? undefined : published === 'true',
  };
  return { filter, ids, order: { sortBy, isAscending: sortOrder === 'asc' } };
}

/** Administrators search for a part of a category or a tag; learners choose a whole one. */
async function splitManagedChoice(deps: ViewerDeps, caller: CallerRights, asked: ManagedChoice) {
  const { deleted, category: categoryPart, tag: tagPart, ...query } = asked;
  const { groupId, status, durationFrom, durationTo, sizeFrom, sizeTo, ...choice } = query;
  const base = {
    ...(await buildFilter(deps, caller)),
    isManaged: true,
    deleted: deleted === 'true',
    groupId,
    status,
    categoryPart,
    tagPart,
    durationFrom,
    durationTo,
    sizeFrom,
    sizeTo,
  };
  return { base, choice };
}
