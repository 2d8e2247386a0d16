import { isAdministrator, type UserType, type Video } from '@prahari/contract';
import { recordAdminAct } from '../../../platform/audit-log/record-admin-act.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { VideosPorts } from '../ports.ts';
import { cannotPublishFailed, videoNotFound } from './catalogue.errors.ts';
import { mayPlay, maySee } from './catalogue.policy.ts';
import type { CatalogueRepository, VideoRow } from './catalogue.repository.ts';
import { posterExpiry } from './poster-expiry.rules.ts';
import { publicationChange } from './publication.rules.ts';
import { presentVideo } from './video.presenter.ts';

export interface CatalogueDeps extends Pick<VideosPorts, 'resumePositions' | 'nameOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly videos: CatalogueRepository;
  posterPath(request: { videoId: string; sessionId: string; expiresAt: Date }): string;
}

export interface Viewer {
  readonly userId: string;
  readonly userType: UserType;
  readonly sessionId: string;
}

/** A viewer who changes something: from where goes into the audit log. */
export interface Editor extends Viewer {
  readonly address: string;
}

export interface VideoEdit {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly published?: boolean | undefined;
}

export interface PlayableVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly durationSeconds: number;
}

export function createCatalogueUsecases(deps: CatalogueDeps) {
  const { db, clock, videos } = deps;

  async function present(viewer: Viewer, rows: readonly VideoRow[]): Promise<Video[]> {
    const ids = rows.map((row) => row.id);
    const resumeAt =
      ids.length > 0 ? await deps.resumePositions(viewer.userId, ids) : new Map<string, number>();
    const expiresAt = posterExpiry(clock.now());
    const { sessionId } = viewer;
    return rows.map((row) =>
      presentVideo(row, {
        posterUrl: row.media_prefix
          ? deps.posterPath({ videoId: row.id, sessionId, expiresAt })
          : null,
        resumeAtSeconds: resumeAt.get(row.id) ?? null,
      }),
    );
  }

  async function presentOne(viewer: Viewer, row: VideoRow): Promise<Video> {
    const [video] = await present(viewer, [row]);
    if (!video) throw videoNotFound();
    return video;
  }

  return {
    async list(
      viewer: Viewer,
      query: { page: number; limit: number; search?: string | undefined },
    ) {
      const { rows, total } = await videos.page(db, {
        toWatchOnly: !isAdministrator(viewer.userType),
        search: query.search || undefined,
        limit: query.limit,
        offset: (query.page - 1) * query.limit,
      });
      const { page, limit } = query;
      return { items: await present(viewer, rows), page, limit, total };
    },

    /** @throws AppError 404, also for a video that is not for this viewer */
    async get(viewer: Viewer, id: string): Promise<Video> {
      const row = await videos.findById(db, id);
      if (!row || !maySee(viewer.userType, row)) throw videoNotFound();
      return presentOne(viewer, row);
    },

    /** @throws AppError when there is no such video, or it failed and can't be published */
    async update(editor: Editor, id: string, edit: VideoEdit): Promise<Video> {
      const now = clock.now();
      const { title, description, published } = edit;
      const row = await db.transaction().execute(async (trx) => {
        const before = await videos.lockById(trx, id);
        if (!before) throw videoNotFound();
        const publication =
          published === undefined ? {} : publicationChange(before.status, published);
        if (!publication) throw cannotPublishFailed();
        const texts = {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        };
        const after = await videos.change(trx, id, { ...texts, ...publication }, now);
        if (after.published && !before.published) {
          await recordEvent(trx, 'video.published', { videoId: id }, now);
        }
        const { userId, address } = editor;
        const name = (await deps.nameOf(trx, userId)) ?? '';
        const act = {
          action: 'video.update',
          actor: { userId, name },
          subject: { id, name: before.title },
          before: auditFacts(before),
          after: auditFacts(after),
          address,
        } as const;
        await recordAdminAct(trx, act, now);
        return after;
      });
      return presentOne(editor, row);
    },

    /** What this viewer may play under that id; null when there is nothing. */
    async playableVideo(
      videoId: string,
      viewer: { readonly userId: string; readonly userType: UserType },
    ): Promise<PlayableVideo | null> {
      const row = await videos.findById(db, videoId);
      if (!row || !mayPlay(viewer.userType, row)) return null;
      const { id, title, description, duration_seconds: durationSeconds } = row;
      return durationSeconds === null ? null : { id, title, description, durationSeconds };
    },
  };
}

function auditFacts(row: VideoRow) {
  const { title, description, published, publish_when_ready: publishWhenReady } = row;
  return { title, description, published, publishWhenReady };
}

export type CatalogueUsecases = ReturnType<typeof createCatalogueUsecases>;
