import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind, Handle } from '../../../platform/http/bind.ts';
import { clientTraitsOf, textHeader, userAgentOf } from '../../../platform/http/request-facts.ts';
import { type DeviceKind, deviceKindOf } from './device.rules.ts';
import type { PlaybackSessions } from './open-playback.usecases.ts';

type ManifestEndpoint =
  | typeof endpoints.videos.manifestDash
  | typeof endpoints.videos.manifestHls
  | typeof endpoints.videos.secureManifest;

const manifestTypes = {
  dash: 'application/dash+xml',
  hls: 'application/vnd.apple.mpegurl',
} as const;

export function bindSessionRoutes(
  bind: Bind,
  sessions: PlaybackSessions,
  countStream: (userId: string) => Promise<void>,
): void {
  bind(endpoints.videos.accessValidation, async ({ caller, params, body, request }) => {
    const device = deviceOf(request);
    const traits = clientTraitsOf(request);
    const reason = await sessions.refusal(caller, params.id, { ...body, device, traits });
    return { allowed: reason === null, reason };
  });
  bind(endpoints.videos.stream, async ({ caller, params, body, request }) => {
    await countStream(caller.userId);
    return sessions.open(caller, params.id, {
      ...body,
      device: deviceOf(request),
      traits: clientTraitsOf(request),
    });
  });
  const answerManifest =
    (kind: keyof typeof manifestTypes): Handle<ManifestEndpoint> =>
    async ({ caller, params, query, request, reply }) => {
      const asked = { videoId: params.id, playbackSessionId: query.playbackSession };
      const manifest = await sessions.manifest(caller, kind, {
        ...asked,
        traits: clientTraitsOf(request),
      });
      reply.type(manifestTypes[kind]);
      return manifest;
    };
  bind(endpoints.videos.manifestDash, answerManifest('dash'));
  bind(endpoints.videos.manifestHls, answerManifest('hls'));
  bind(endpoints.videos.secureManifest, answerManifest('hls'));
}

/**
 * Recognises the device by the user agent and the client hints that browsers send with every
 * request.
 */
function deviceOf(request: FastifyRequest): DeviceKind {
  return deviceKindOf({
    userAgent: userAgentOf(request),
    mobileHint: textHeader(request, 'sec-ch-ua-mobile'),
    platformHint: textHeader(request, 'sec-ch-ua-platform'),
  });
}
