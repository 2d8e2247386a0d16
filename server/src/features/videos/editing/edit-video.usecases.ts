import type { AuditAction, BodyOf, endpoints, ManagedVideo } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import { writeAuditEntry } from '../../../platform/audit-log/write-audit-entry.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { outOfScope } from '../../users/index.ts';
import {
  presentOneManagedVideo,
  type SignedInCaller,
} from '../catalogue/present-videos.usecases.ts';
import type { CallerRights } from '../ports.ts';
import { computeGraceMs } from '../videos.config.ts';
import type { VideosDeps } from '../videos.deps.ts';
import {
  cannotPublishFailed,
  chaptersInvalid,
  groupUnknown,
  scheduleInvalid,
  videoEditedMeanwhile,
  videoNotFound,
} from '../videos.errors.ts';
import {
  findVideo,
  insertVideo,
  lockVideo,
  raiseUrlVersion,
  updateVideo,
  type VideoChange,
} from '../videos.repository.ts';
import type { VideoRow } from '../videos.tables.ts';
import { isNarrowed } from '../visibility/narrowing.rules.ts';
import { isPublishedNow, planPublicationChange } from '../visibility/publication.rules.ts';
import { isWithinScope } from '../visibility/video-visibility.policy.ts';
import { describeAdministrator, requireManagedVideo } from '../visibility/viewers.usecases.ts';
import { findChapterFault } from './chapters.rules.ts';
import {
  listChangedFields,
  mergeSchedule,
  toAudienceColumns,
  toAuditFacts,
  toColumns,
  toDefaultAudience,
} from './video-edit.rules.ts';

/** The user who makes a change; the address goes into the audit log. */
export interface Actor extends CallerRights {
  readonly address: string;
}

/** A user whose file may take long to arrive; checked again before it changes anything. */
export interface Uploader extends Actor {
  /** @throws AppError when they may not any more */
  asOfNow(trx?: Trx): Promise<Actor>;
}

export type Editor = SignedInCaller & Actor;

export type VideoEdit = BodyOf<typeof endpoints.videos.update>;
export type VideoDraft = BodyOf<typeof endpoints.videos.create>;

/** One video, locked within the transaction of what an administrator does. */
export interface LockedVideo {
  readonly trx: Trx;
  readonly row: VideoRow;
  readonly now: Date;
}

type LockDeps = Pick<VideosDeps, 'db' | 'clock' | 'audienceFactsOf' | 'groupStandings'>;
type PresentDeps = Pick<VideosDeps, 'delivery' | 'videoProgress' | 'viewsOf' | 'settings'>;
type AuditDeps = Pick<VideosDeps, 'nameOf'>;
type EditDeps = LockDeps & PresentDeps & AuditDeps;

/**
 * Creates a video without a file, for the scope of its creator unless an audience is given.
 * @throws AppError schedule_invalid, chapters_invalid, group_unknown, out_of_scope
 */
export async function createVideo(
  deps: EditDeps & Pick<VideosDeps, 'knownGroups'>,
  editor: Editor,
  draft: VideoDraft,
): Promise<ManagedVideo> {
  const { db, clock } = deps;
  const { userId } = editor;
  const columns = { ...toDefaultAudience(editor), ...toColumns(draft) };
  await requireValidEdit(deps, db, editor, { edit: draft, merged: columns });
  const now = clock.now();
  const id = uuidv7();
  const { title, description = '', published: publishWhenReady = false } = draft;
  const video = { id, title, description, publishWhenReady, createdBy: userId, now };
  const row = await db.transaction().execute(async (trx) => {
    await insertVideo(trx, { ...video, isEmpty: true }, columns);
    const made = await findVideo(trx, id);
    if (!made) throw videoNotFound();
    await recordEvent(trx, 'video.created', { videoId: id, byUserId: userId }, now);
    const act = { action: 'video.create', before: {}, after: toAuditFacts(made) } as const;
    await writeVideoAuditEntry(deps, { trx, row: made, now }, editor, act);
    return made;
  });
  return presentOneManagedVideo(deps, editor, row);
}

/**
 * Changes a video and its publication; fields that the edit leaves out stay.
 * @throws AppError 404; 409 edited_meanwhile with the current state; a failed video can't be
 * published; schedule_invalid, chapters_invalid, group_unknown; out_of_scope, also for an audience
 * that is not entirely in the editor's scope
 */
export async function editVideo(
  deps: EditDeps & Pick<VideosDeps, 'knownGroups'>,
  editor: Editor,
  id: string,
  edit: VideoEdit,
): Promise<ManagedVideo> {
  const row = await changeManagedVideo(deps, editor, id, async (locked) => {
    const { trx, row: before, now } = locked;
    if (edit.updatedAt && before.updated_at.getTime() !== Date.parse(edit.updatedAt)) {
      throw videoEditedMeanwhile(await presentOneManagedVideo(deps, editor, before, trx));
    }
    const { published } = edit;
    const publication =
      published === undefined ? {} : planPublicationChange(before.status, published);
    if (!publication) throw cannotPublishFailed();
    const columns = toColumns(edit);
    const merged = mergeSchedule(before, columns);
    await requireValidEdit(deps, trx, editor, { edit, merged });
    const changed = await updateVideo(trx, id, { ...columns, ...publication }, now);
    const after = await revokeUrlsIfNarrowed(locked, changed);
    await recordChange(deps, locked, editor, after);
    return after;
  });
  return presentOneManagedVideo(deps, editor, row);
}

/**
 * Deletes a video: at once for everyone except those who may restore it.
 * @throws AppError 404, out_of_scope
 */
export async function deleteVideo(
  deps: EditDeps,
  editor: Editor,
  id: string,
): Promise<ManagedVideo> {
  const row = await changeManagedVideo(deps, editor, id, async (locked) => {
    const { trx, row: before, now } = locked;
    const deleted = await updateVideo(trx, id, { deleted_at: now }, now);
    const after = await revokeUrlsIfNarrowed(locked, deleted);
    await recordEvent(trx, 'video.deleted', { videoId: id, byUserId: editor.userId }, now);
    const act = { action: 'video.delete', before: toAuditFacts(before), after: {} } as const;
    await writeVideoAuditEntry(deps, locked, editor, act);
    return after;
  });
  return presentOneManagedVideo(deps, editor, row);
}

/** Undoes a deletion. @throws AppError 404 when it was not deleted, or was purged */
export async function restoreVideo(
  deps: EditDeps,
  editor: Editor,
  id: string,
): Promise<ManagedVideo> {
  const restore = async (locked: LockedVideo) => {
    const { trx, row, now } = locked;
    const graceMs = computeGraceMs(deps.settings);
    const isLate = !row.deleted_at || now.getTime() - row.deleted_at.getTime() >= graceMs;
    if (isLate) throw videoNotFound();
    const after = await updateVideo(trx, id, { deleted_at: null }, now);
    await recordEvent(trx, 'video.restored', { videoId: id, byUserId: editor.userId }, now);
    const act = { action: 'video.restore', before: {}, after: toAuditFacts(after) } as const;
    await writeVideoAuditEntry(deps, { ...locked, row: after }, editor, act);
    return after;
  };
  const row = await changeLockedVideo(deps, editor, { id, isDeleted: true }, restore);
  return presentOneManagedVideo(deps, editor, row);
}

/**
 * Locks a video that the editor manages, and does all of `change` within one transaction.
 * @throws AppError 404 for a video that the editor does not see or that is deleted; out_of_scope for
 * one that the editor only sees
 */
export async function changeManagedVideo<Answer>(
  deps: LockDeps,
  editor: CallerRights,
  id: string,
  change: (locked: LockedVideo) => Promise<Answer>,
): Promise<Answer> {
  return changeLockedVideo(deps, editor, { id, isDeleted: false }, change);
}

/**
 * As `changeManagedVideo`, of a deleted video where one is asked for.
 * @throws AppError 404 also for a video that is not deleted then
 */
async function changeLockedVideo<Answer>(
  deps: LockDeps,
  editor: CallerRights,
  { id, isDeleted }: { readonly id: string; readonly isDeleted: boolean },
  change: (locked: LockedVideo) => Promise<Answer>,
): Promise<Answer> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await requireManagedVideo(deps, editor, await lockVideo(trx, id), trx);
    if ((row.deleted_at !== null) !== isDeleted) throw videoNotFound();
    return change({ trx, row, now: laterThanLastChange(row, deps.clock.now()) });
  });
}

/** Writes to the audit log what an editor did to a video, under the title that it had. */
export async function writeVideoAuditEntry(
  deps: AuditDeps,
  { trx, row, now }: LockedVideo,
  { userId, address }: Pick<Editor, 'userId' | 'address'>,
  entry: { action: AuditAction; before: Facts; after: Facts },
): Promise<void> {
  const actor = { userId, name: (await deps.nameOf(trx, userId)) ?? '' };
  const subject = { id: row.id, name: row.title };
  await writeAuditEntry(trx, { ...entry, actor, subject, address }, now);
}

async function revokeUrlsIfNarrowed(
  { trx, row: before, now }: LockedVideo,
  after: VideoRow,
): Promise<VideoRow> {
  return isNarrowed(before, after, now) ? raiseUrlVersion(trx, after.id, now) : after;
}

async function requireValidEdit(
  deps: Pick<VideosDeps, 'knownGroups' | 'groupStandings'>,
  within: DbOrTrx,
  editor: CallerRights,
  change: {
    readonly edit: VideoEdit | VideoDraft;
    readonly merged: VideoRow | VideoChange;
  },
): Promise<void> {
  const { edit, merged } = change;
  const { publish_at: from, unpublish_at: until } = merged;
  if (from && until && from >= until) throw scheduleInvalid();
  const duration = 'duration_seconds' in merged ? merged.duration_seconds : null;
  const fault = edit.chapters ? findChapterFault(edit.chapters, duration) : null;
  if (fault) throw chaptersInvalid(fault);
  const { audience } = edit;
  if (!audience) return;
  const known = await deps.knownGroups(audience.groupIds, within);
  if (audience.groupIds.some((groupId) => !known.has(groupId))) throw groupUnknown();
  const { scope } = await describeAdministrator(deps, editor, audience.groupIds, within);
  // An editor who may not see a group is not told that it exists.
  const { beyond = [], touched = [] } = scope ?? {};
  if (beyond.some((groupId) => !touched.includes(groupId))) throw groupUnknown();
  const created_by = 'created_by' in merged ? merged.created_by : editor.userId;
  const columns = { ...toAudienceColumns(audience), created_by };
  if (!isWithinScope({ scope, userId: editor.userId }, columns)) throw outOfScope();
}

async function recordChange(
  deps: AuditDeps,
  locked: LockedVideo,
  editor: Editor,
  after: VideoRow,
): Promise<void> {
  const { trx, row: before, now } = locked;
  const fields = listChangedFields(before, after);
  if (fields.length === 0) return;
  const { id: videoId } = before;
  const byUserId = editor.userId;
  await recordEvent(trx, 'video.updated', { videoId, byUserId, fields }, now);
  if (isPublishedNow(after, now) && !isPublishedNow(before, now)) {
    await recordEvent(trx, 'video.published', { videoId }, now);
  }
  if (!isPublishedNow(after, now) && isPublishedNow(before, now)) {
    await recordEvent(trx, 'video.unpublished', { videoId }, now);
  }
  const facts = { before: toAuditFacts(before), after: toAuditFacts(after) };
  await writeVideoAuditEntry(deps, locked, editor, { action: 'video.update', ...facts });
}

/** Returns a time after the last change, so that two within a millisecond differ. */
function laterThanLastChange(row: VideoRow, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}
