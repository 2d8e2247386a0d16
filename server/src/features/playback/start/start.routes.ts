import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { clientTraitsOf, textHeader, userAgentOf } from '../../../platform/http/request-facts.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { type DeviceKind, deviceKindOf } from './device.rules.ts';
import { startPlayback, validateAccess } from './start-playback.usecases.ts';

export function bindStartRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countStream = createRateLimit(deps.settings.streamsPerMinute);
  bind(endpoints.videos.accessValidation, async ({ caller, params, body, request }) => {
    const device = deviceOf(request);
    const traits = clientTraitsOf(request);
    const reason = await validateAccess(deps, caller, params.id, { ...body, device, traits });
    return { allowed: reason === null, reason };
  });
  bind(endpoints.videos.stream, async ({ caller, params, body, request }) => {
    await countStream(caller.userId);
    return startPlayback(deps, caller, params.id, {
      ...body,
      device: deviceOf(request),
      traits: clientTraitsOf(request),
    });
  });
}

/** Reads the kind of device from the user agent and the client hints of a request. */
function deviceOf(request: FastifyRequest): DeviceKind {
  return deviceKindOf({
    userAgent: userAgentOf(request),
    mobileHint: textHeader(request, 'sec-ch-ua-mobile'),
    platformHint: textHeader(request, 'sec-ch-ua-platform'),
  });
}
