import type {
  EncryptionScheme,
  endpoints,
  ManagedVideo,
  QueryOf,
  VideoDetail,
} from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import type { ListItems } from '../../../platform/export/export-list.ts';
import type { VideosPorts, Viewing } from '../ports.ts';
import { videoNotFound } from '../videos.errors.ts';
import type { CatalogueRepository, PlayableRow, VideoRow } from '../videos.repository.ts';
import { mayManage, mayPlay, maySee } from '../visibility/video-visibility.policy.ts';
import type { Onlookers } from '../visibility/viewers.usecases.ts';
import { posterNameFor, slidesTrackOf } from './picture-names.rules.ts';
import type { PresentVideos, Viewer } from './present-videos.usecases.ts';
import type { VideoFilter, VideoListRepository } from './video-list.repository.ts';

export interface CatalogueDeps extends Pick<VideosPorts, 'startedVideos' | 'lessonProgress'> {
  /** Whether slides are offered to learners. */
  readonly offersSlides: boolean;
  readonly db: Db;
  readonly clock: Clock;
  readonly videos: CatalogueRepository;
  readonly lists: VideoListRepository;
  readonly present: PresentVideos;
  readonly onlookers: Onlookers;
}

export interface PlayableVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly durationSeconds: number;
  /** Which manifest is current. */
  readonly mediaRevision: number;
  /** In which it is encrypted, the preferred first. */
  readonly schemes: readonly EncryptionScheme[];
  /** What its signed paths must name to be good. */
  readonly pathEpoch: number;
  /** Of the poster that stands for it now, in its folder. */
  readonly posterName: string;
  /** Of the track of its slides, in its folder; null where there is none. */
  readonly slidesTrack: string | null;
  /** When its publication ends for this viewer; null where no end is set. */
  readonly availableUntil: Date | null;
}

type ListQuery = QueryOf<typeof endpoints.videos.list>;
type ListChoice = Omit<ListQuery, 'page' | 'limit'>;
type ManagedListQuery = QueryOf<typeof endpoints.videos.listManaged>;
type ManagedChoice = Omit<QueryOf<typeof endpoints.listExports.videos>, 'format'>;

/** Begun and not finished: more than a learner goes on with. */
const mostStarted = 100;
/** Of those that follow a lesson: a learner who completed so many gets no suggestion. */
const mostFollowing = 200;

/** What there is to see and to play, for whom. */
export function createCatalogueUsecases(deps: CatalogueDeps) {
  const { db, clock, videos, lists, present, onlookers } = deps;

  async function filterOf(viewer: Viewing): Promise<VideoFilter> {
    return { now: clock.now(), onlooker: await onlookers.ofAll(viewer) };
  }

  /** What of the videos is asked for, and in which order. */
  async function chosen(viewer: Viewer, base: VideoFilter, query: ListChoice) {
    const { search, published, started, sortBy, sortOrder, ...rest } = query;
    const ids =
      started === 'true' ? await deps.startedVideos(viewer.userId, mostStarted) : undefined;
    const filter = {
      ...base,
      ...rest,
      ids,
      search: search || undefined,
      published: published === undefined ? undefined : published === 'true',
    };
    return { filter, ids, order: { sortBy, isAscending: sortOrder === 'asc' } };
  }

  /** The same for administrators, who look for a part of a category or a tag. */
  async function chosenOfManaged(viewer: Viewer, asked: ManagedChoice) {
    const { deleted, category: categoryPart, tag: tagPart, ...query } = asked;
    const { status, durationFrom, durationTo, sizeFrom, sizeTo, ...choice } = query;
    const base = {
      ...(await filterOf(viewer)),
      isManaged: true,
      deleted: deleted === 'true',
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

  async function find(viewer: Viewer, base: VideoFilter, query: ListQuery) {
    const { page, limit, ...choice } = query;
    const { filter, ids, order } = await chosen(viewer, base, choice);
    const offset = (page - 1) * limit;
    const window = { ...order, limit, offset };
    if (!ids) return { ...(await lists.page(db, filter, window)), page, limit };
    const all = await lists.page(db, filter, { ...window, limit: mostStarted, offset: 0 });
    const rows = all.rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return { rows: rows.slice(offset, offset + limit), total: all.total, page, limit };
  }

  async function visible(viewer: Viewing, id: string): Promise<VideoRow> {
    const row = await videos.findById(db, id);
    if (!row) throw videoNotFound();
    if (!maySee(await onlookers.ofVideo(viewer, row), row, clock.now())) throw videoNotFound();
    return row;
  }

  async function playable(row: PlayableRow, viewer: Viewing): Promise<PlayableVideo | null> {
    const onlooker = await onlookers.ofVideo(viewer, row);
    if (!mayPlay(onlooker, row, clock.now())) return null;
    const { id, title, description, duration_seconds: durationSeconds } = row;
    if (durationSeconds === null) return null;
    const availableUntil = mayManage(onlooker, row) ? null : row.unpublish_at;
    const { media_revision: mediaRevision, path_epoch: pathEpoch } = row;
    const slidesTrack = deps.offersSlides ? slidesTrackOf(row) : null;
    const paths = { mediaRevision, pathEpoch, posterName: posterNameFor(row), slidesTrack };
    const schemes = row.encryption_schemes;
    return { id, title, description, durationSeconds, ...paths, schemes, availableUntil };
  }

  return {
    async list(viewer: Viewer, query: ListQuery) {
      const { rows, ...rest } = await find(viewer, await filterOf(viewer), query);
      return { items: await present.short(viewer, rows), ...rest };
    },

    async listManaged(viewer: Viewer, { page, limit, ...query }: ManagedListQuery) {
      const { base, choice } = await chosenOfManaged(viewer, query);
      const { rows, ...rest } = await find(viewer, base, { ...choice, page, limit });
      return { items: await present.managed(viewer, rows), ...rest };
    },

    /** The next of that list. */
    async managedBehind(
      viewer: Viewer,
      query: ManagedChoice,
      part: ListPart,
    ): Promise<ListItems<ManagedVideo>> {
      const { base, choice } = await chosenOfManaged(viewer, query);
      const { filter, order } = await chosen(viewer, base, choice);
      const rows = await lists.behind(db, filter, order, part);
      const items = await present.managed(viewer, rows);
      return { items, last: rows.at(-1)?.place ?? null };
    },

    async categories(viewer: Viewer) {
      return { items: await lists.categories(db, await filterOf(viewer)) };
    },

    async languages(viewer: Viewer) {
      return { items: await lists.languages(db, await filterOf(viewer)) };
    },

    async tags(viewer: Viewer) {
      return { items: await lists.tags(db, await filterOf(viewer)) };
    },

    /** @throws AppError 404, also for a video that is not for this viewer */
    async get(viewer: Viewer, id: string): Promise<VideoDetail> {
      return present.detail(viewer, await visible(viewer, id));
    },

    /** What to watch after that one: the first that follows it and was not completed. @throws AppError 404 */
    async next(viewer: Viewer, id: string) {
      const row = await visible(viewer, id);
      const filter = { ...(await filterOf(viewer)), published: true };
      const ids = await lists.following(db, filter, row, mostFollowing);
      const progress = await deps.lessonProgress(viewer.userId, ids);
      const nextId = ids.find((each) => !progress.get(each)?.completedAt);
      const next = nextId === undefined ? undefined : await videos.findById(db, nextId);
      const [video = null] = next ? await present.short(viewer, [next]) : [];
      return { video };
    },

    /** Also one that was deleted, while that can be undone. @throws AppError 404, out_of_scope */
    async getManaged(viewer: Viewer, id: string): Promise<ManagedVideo> {
      const row = await onlookers.requireManaged(viewer, await videos.findById(db, id));
      return present.managedOne(viewer, row);
    },

    /** Tells whether this viewer manages a video under that id, deleted or not. */
    async manages(viewer: Viewing, id: string): Promise<boolean> {
      const row = await videos.findById(db, id);
      return row !== undefined && mayManage(await onlookers.ofVideo(viewer, row), row);
    },

    /** What this viewer may play under that id; null when there is nothing. */
    async playableVideo(videoId: string, viewer: Viewing): Promise<PlayableVideo | null> {
      const row = await videos.findById(db, videoId);
      return row ? playable(row, viewer) : null;
    },

    /** The same of a video that was just read. */
    playable,
  };
}

export type CatalogueUsecases = ReturnType<typeof createCatalogueUsecases>;
