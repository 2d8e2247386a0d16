import type { AuditAction, BodyOf, endpoints, ManagedVideo } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { outOfScope } from '../../users/index.ts';
import type { PresentVideos, Viewer } from '../catalogue/present-videos.usecases.ts';
import type { VideosPorts, Viewing } from '../ports.ts';
import {
  cannotPublishFailed,
  chaptersInvalid,
  groupUnknown,
  scheduleInvalid,
  videoEditedMeanwhile,
  videoNotFound,
} from '../videos.errors.ts';
import type { CatalogueRepository, VideoChange, VideoRow } from '../videos.repository.ts';
import { isNarrowed } from '../visibility/narrowing.rules.ts';
import { isOut, publicationChange } from '../visibility/publication.rules.ts';
import { isWithin } from '../visibility/video-visibility.policy.ts';
import type { Onlookers } from '../visibility/viewers.usecases.ts';
import { chaptersFault } from './chapters.rules.ts';
import {
  audienceOfScope,
  auditFacts,
  changedNames,
  columnsOf,
  forWhomOf,
  mergedWith,
} from './video-edit.rules.ts';

export interface EditVideoDeps extends Pick<VideosPorts, 'nameOf' | 'knownGroups'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly videos: CatalogueRepository;
  readonly present: PresentVideos;
  readonly onlookers: Onlookers;
  /** How long a deletion can be undone. */
  readonly graceMs: number;
}

/** A user who changes something; the address goes into the audit log. */
export interface Actor extends Viewing {
  readonly address: string;
}

/** A user whose file takes long to come in; asked for again before it changes anything. */
export interface Uploader extends Actor {
  /** @throws AppError when they may not any more */
  asOfNow(trx?: Trx): Promise<Actor>;
}

export type Editor = Viewer & Actor;

export type VideoEdit = BodyOf<typeof endpoints.videos.update>;
export type VideoDraft = BodyOf<typeof endpoints.videos.create>;

/** One video under a lock, within the transaction of an act. */
export interface VideoStep {
  readonly trx: Trx;
  readonly row: VideoRow;
  readonly now: Date;
}

/** Administrative acts on videos, each whole: change, event and audit entry, or nothing. */
export function createEditVideo(deps: EditVideoDeps) {
  const { db, clock, videos, present, onlookers } = deps;

  async function audit(
    trx: Trx,
    editor: Editor,
    row: Pick<VideoRow, 'id' | 'title'>,
    act: { action: AuditAction; before: Facts; after: Facts },
    now: Date,
  ): Promise<void> {
    const { userId, address } = editor;
    const actor = { userId, name: (await deps.nameOf(trx, userId)) ?? '' };
    const subject = { id: row.id, name: row.title };
    await writeAuditEntry(trx, { ...act, actor, subject, address }, now);
  }

  /**
   * @throws AppError 404 for a video that the editor does not see, that is deleted, or is not while a
   * deleted one is asked for; out_of_scope for one that the editor only sees
   */
  async function onVideo<Answer>(
    editor: Viewing,
    id: string,
    step: (step: VideoStep) => Promise<Answer>,
    isDeleted = false,
  ): Promise<Answer> {
    return db.transaction().execute(async (trx) => {
      const row = await onlookers.requireManaged(editor, await videos.lockById(trx, id), trx);
      if ((row.deleted_at !== null) !== isDeleted) throw videoNotFound();
      return step({ trx, row, now: momentAfter(row, clock.now()) });
    });
  }

  async function cutWhereNarrowed(trx: Trx, before: VideoRow, after: VideoRow, now: Date) {
    return isNarrowed(before, after, now) ? videos.cutPaths(trx, after.id, now) : after;
  }

  async function refuseUnfit(
    within: DbOrTrx,
    editor: Viewing,
    edit: VideoEdit | VideoDraft,
    merged: VideoRow | VideoChange,
  ) {
    const { publish_at: from, unpublish_at: until } = merged;
    if (from && until && from >= until) throw scheduleInvalid();
    const duration = 'duration_seconds' in merged ? merged.duration_seconds : null;
    const fault = edit.chapters ? chaptersFault(edit.chapters, duration) : null;
    if (fault) throw chaptersInvalid(fault);
    const { audience } = edit;
    if (!audience) return;
    const known = await deps.knownGroups(audience.groupIds, within);
    if (audience.groupIds.some((groupId) => !known.has(groupId))) throw groupUnknown();
    const { administrator } = onlookers;
    const { scope } = await administrator(editor, audience.groupIds, within);
    // An editor who does not see a group at all is not told that there is one.
    const { beyond = [], touched = [] } = scope ?? {};
    if (beyond.some((groupId) => !touched.includes(groupId))) throw groupUnknown();
    const created_by = 'created_by' in merged ? merged.created_by : editor.userId;
    const forWhom = { ...forWhomOf(audience), created_by };
    if (!isWithin({ scope, userId: editor.userId }, forWhom)) throw outOfScope();
  }

  return {
    onVideo,
    audit,

    /**
     * Creates a video, for the scope of its creator where nothing else is said.
     * @throws AppError schedule_invalid, chapters_invalid, group_unknown, out_of_scope
     */
    async create(editor: Editor, draft: VideoDraft): Promise<ManagedVideo> {
      const { userId } = editor;
      const columns = { ...audienceOfScope(editor), ...columnsOf(draft) };
      await refuseUnfit(db, editor, draft, columns);
      const now = clock.now();
      const id = uuidv7();
      const { title, description = '', published: publishWhenReady = false } = draft;
      const video = { id, title, description, publishWhenReady, createdBy: userId, now };
      const row = await db.transaction().execute(async (trx) => {
        await videos.insert(trx, { ...video, isEmpty: true }, columns);
        const made = await videos.findById(trx, id);
        if (!made) throw videoNotFound();
        await recordEvent(trx, 'video.created', { videoId: id, byUserId: userId }, now);
        const act = { action: 'video.create', before: {}, after: auditFacts(made) } as const;
        await audit(trx, editor, made, act, now);
        return made;
      });
      return present.managedOne(editor, row);
    },

    /**
     * @throws AppError 404; 409 edited_meanwhile with what is there now; what failed can't be
     * published; schedule_invalid, chapters_invalid, group_unknown; out_of_scope, also for an audience
     * that is not wholly in the editor's scope
     */
    async update(editor: Editor, id: string, edit: VideoEdit): Promise<ManagedVideo> {
      const row = await onVideo(editor, id, async ({ trx, row: before, now }) => {
        if (edit.updatedAt && before.updated_at.getTime() !== Date.parse(edit.updatedAt)) {
          throw videoEditedMeanwhile(await present.managedOne(editor, before, trx));
        }
        const { published } = edit;
        const publication =
          published === undefined ? {} : publicationChange(before.status, published);
        if (!publication) throw cannotPublishFailed();
        const columns = columnsOf(edit);
        await refuseUnfit(trx, editor, edit, mergedWith(before, columns));
        const changed = await videos.change(trx, id, { ...columns, ...publication }, now);
        const after = await cutWhereNarrowed(trx, before, changed, now);
        await recordChange(trx, editor, { before, after }, now);
        return after;
      });
      return present.managedOne(editor, row);
    },

    /**
     * Deletes a video, at once for all but those who may undo it. @throws AppError 404,
     * out_of_scope
     */
    async remove(editor: Editor, id: string): Promise<ManagedVideo> {
      const row = await onVideo(editor, id, async ({ trx, row: before, now }) => {
        const deleted = await videos.change(trx, id, { deleted_at: now }, now);
        const after = await cutWhereNarrowed(trx, before, deleted, now);
        const { userId } = editor;
        await recordEvent(trx, 'video.deleted', { videoId: id, byUserId: userId }, now);
        const act = { action: 'video.delete', before: auditFacts(before), after: {} } as const;
        await audit(trx, editor, before, act, now);
        return after;
      });
      return present.managedOne(editor, row);
    },

    /** @throws AppError 404 when it was not deleted, or is gone for good */
    async restore(editor: Editor, id: string): Promise<ManagedVideo> {
      const step = async ({ trx, row, now }: VideoStep) => {
        const isLate = !row.deleted_at || now.getTime() - row.deleted_at.getTime() >= deps.graceMs;
        if (isLate) throw videoNotFound();
        const after = await videos.change(trx, id, { deleted_at: null }, now);
        const { userId } = editor;
        await recordEvent(trx, 'video.restored', { videoId: id, byUserId: userId }, now);
        const act = { action: 'video.restore', before: {}, after: auditFacts(after) } as const;
        await audit(trx, editor, after, act, now);
        return after;
      };
      return present.managedOne(editor, await onVideo(editor, id, step, true));
    },
  };

  async function recordChange(
    trx: Trx,
    editor: Editor,
    { before, after }: { before: VideoRow; after: VideoRow },
    now: Date,
  ): Promise<void> {
    const fields = changedNames(before, after);
    if (fields.length === 0) return;
    const { id: videoId } = before;
    const byUserId = editor.userId;
    await recordEvent(trx, 'video.updated', { videoId, byUserId, fields }, now);
    if (isOut(after, now) && !isOut(before, now)) {
      await recordEvent(trx, 'video.published', { videoId }, now);
    }
    if (!isOut(after, now) && isOut(before, now)) {
      await recordEvent(trx, 'video.unpublished', { videoId }, now);
    }
    const facts = { before: auditFacts(before), after: auditFacts(after) };
    await audit(trx, editor, before, { action: 'video.update', ...facts }, now);
  }
}

export type EditVideo = ReturnType<typeof createEditVideo>;

/** Later than the last change, so that two within a millisecond are told apart. */
function momentAfter(row: VideoRow, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}
