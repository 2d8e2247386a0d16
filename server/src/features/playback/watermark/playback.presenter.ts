import { endpoints, type WatchedPlayback } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { describeUserAgent } from '../../auth/index.ts';
import { maskContactNumber } from '../../users/index.ts';
import type { PlaybackRow } from './playbacks.repository.ts';

const protectionSchema = endpoints.videos.protection.body;

/**
 * Presents what a player reported of its protection; a report of another version may have another
 * shape, and is not shown then.
 */
function presentProtection(row: PlaybackRow): WatchedPlayback['protection'] {
  const parsed = protectionSchema.safeParse({
    ...(row.protection instanceof Object ? row.protection : {}),
    playbackSession: row.id,
  });
  if (!parsed.success) return null;
  const { playbackSession: _, ...protection } = parsed.data;
  return protection;
}

/** Presents a playback; whole phone numbers are for callers who may read users. */
export function presentPlayback(
  row: PlaybackRow,
  { permissions }: Pick<SessionCaller, 'permissions'>,
): WatchedPlayback {
  const isWhole = permissions.includes('users.read');
  const contactNumber = isWhole ? row.contact_number : maskContactNumber(row.contact_number);
  return {
    id: row.id,
    code: row.code,
    user: { id: row.user_id, name: row.user_name, contactNumber },
    video: { id: row.video_id, title: row.title },
    sessionId: row.session_id,
    deviceId: row.device_id,
    device: describeUserAgent(row.user_agent),
    address: row.address,
    openedAt: row.opened_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedCause: row.ended_cause,
    protection: presentProtection(row),
    protectionAt: row.protection_at?.toISOString() ?? null,
  };
}
