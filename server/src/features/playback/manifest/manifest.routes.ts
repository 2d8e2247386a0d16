import { endpoints } from '@prahari/contract';
import type { Bind, Handle } from '../../../platform/http/bind.ts';
import { readClientTraits } from '../../../platform/http/request-facts.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { answerManifest } from './manifest.usecases.ts';

type ManifestEndpoint =
  | typeof endpoints.videos.manifestDash
  | typeof endpoints.videos.manifestHls
  | typeof endpoints.videos.secureManifest;

const manifestTypes = {
  dash: 'application/dash+xml',
  hls: 'application/vnd.apple.mpegurl',
} as const;

export function bindManifestRoutes(bind: Bind, deps: PlaybackDeps): void {
  const answer =
    (kind: keyof typeof manifestTypes): Handle<ManifestEndpoint> =>
    async ({ caller, params, query, request, reply }) => {
      const manifest = await answerManifest(deps, caller, kind, {
        videoId: params.id,
        playbackSessionId: query.playbackSession,
        traits: readClientTraits(request),
      });
      reply.type(manifestTypes[kind]);
      return manifest;
    };
  bind(endpoints.videos.manifestDash, answer('dash'));
  bind(endpoints.videos.manifestHls, answer('hls'));
  bind(endpoints.videos.secureManifest, answer('hls'));
}
