import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { PlaybackSessions } from './sessions.usecases.ts';

export function bindSessionRoutes(
  bind: Bind,
  sessions: PlaybackSessions,
  countStream: (userId: string) => Promise<void>,
): void {
  bind(endpoints.videos.accessValidation, async ({ caller, params, body }) => {
    const reason = await sessions.refusal(caller, params.id, body.userToken);
    return { allowed: reason === null, reason };
  });
  bind(endpoints.videos.stream, async ({ caller, params, body, request }) => {
    await countStream(caller.userId);
    return sessions.open(caller, params.id, body, request.ip);
  });
  bind(endpoints.videos.manifestDash, async ({ caller, params, query, request, reply }) => {
    const { playbackSession } = query;
    const manifest = await sessions.manifest(caller, params.id, playbackSession, request.ip);
    reply.type('application/dash+xml');
    return manifest;
  });
}
