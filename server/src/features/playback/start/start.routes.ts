import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readClientTraits } from '../../../platform/http/request-facts.ts';
import { readDeviceKind } from '../../auth/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { checkPlayback } from './check-playback.usecases.ts';
import { validateAccess } from './decide-access.usecases.ts';
import { openPlaybackAhead, startPlayback } from './start-playback.usecases.ts';

export function bindStartRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countStream = bind.createRateLimit('playback-starts', deps.settings.streamsPerMinute);
  bind(endpoints.videos.accessValidation, async ({ caller, params, body, request }) => {
    const device = readDeviceKind(request);
    const traits = readClientTraits(request);
    const reason = await validateAccess(deps, caller, params.id, { ...body, device, traits });
    return { allowed: reason === null, reason };
  });
  bind(endpoints.learners.checkPlayback, ({ caller, params, body }) =>
    checkPlayback(deps, caller, { learnerId: params.id, ...body }),
  );
  bind(endpoints.videos.stream, async ({ caller, params, body, request, reply }) => {
    await countStream(caller.userId, reply);
    return startPlayback(deps, caller, params.id, {
      ...body,
      device: readDeviceKind(request),
      traits: readClientTraits(request),
    });
  });
  bind(endpoints.videos.openAhead, async ({ caller, body, request, reply }) => {
    await countStream(caller.userId, reply);
    const stream = await openPlaybackAhead(deps, caller, body.videoId, {
      schemes: body.schemes,
      network: body.network,
      device: readDeviceKind(request),
      traits: readClientTraits(request),
    });
    return { stream };
  });
}
