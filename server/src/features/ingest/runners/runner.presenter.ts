import type { Runner, RunnerPart } from '@prahari/contract';
import type { TakenPart } from '../parts/take-part.usecases.ts';
import type { ListedRunner } from './runners.repository.ts';
import { describeRunnerState, type WantedFile } from './runners.rules.ts';

/** Shows administrators a runner. */
export function presentRunner(row: ListedRunner, now: Date): Runner {
  const facts = {
    registeredAt: row.registered_at,
    tokenExpiresAt: row.token_expires_at,
    lastSeenAt: row.last_seen_at,
    suspendedAt: row.suspended_at,
    revokedAt: row.revoked_at,
  };
  const state = describeRunnerState(facts, now);
  const { video_title: videoTitle, progress } = row;
  return {
    id: row.id,
    name: row.name,
    state,
    createdAt: row.created_at.toISOString(),
    registeredAt: row.registered_at?.toISOString() ?? null,
    tokenExpiresAt: state === 'invited' ? row.token_expires_at.toISOString() : null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    part: videoTitle === null ? null : { videoTitle, progress: progress ?? 0 },
    partsMade: row.parts_made,
    resultsRefused: row.results_refused,
  };
}

/** Shows a runner the part that it took: no title, and nothing else that says what the video is. */
export function presentRunnerPart(
  { id, jobId, lease, part, facts, ladder, encoder }: TakenPart,
  files: readonly WantedFile[],
): RunnerPart | undefined {
  if (part.kind !== 'pictures') return undefined;
  const { audio: _, ...pictures } = ladder;
  return {
    id,
    fence: lease.fence,
    sourceId: jobId,
    part: { ...part, piece: { ...part.piece } },
    facts: { ...facts, sounds: facts.sounds.map((sound) => ({ ...sound })) },
    ladder: { ...pictures, video: pictures.video.map((rendition) => ({ ...rendition })) },
    encoder: { ...encoder },
    files: files.map((file) => ({ ...file })),
  };
}
