import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import {
  readClientTraits,
  readTextHeader,
  readUserAgent,
} from '../../../platform/http/request-facts.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { type DeviceKind, detectDeviceKind } from './device.rules.ts';
import { startPlayback, validateAccess } from './start-playback.usecases.ts';

export function bindStartRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countStream = createRateLimit(deps.settings.streamsPerMinute);
  bind(endpoints.videos.accessValidation, async ({ caller, params, body, request }) => {
    const device = deviceOf(request);
    const traits = readClientTraits(request);
    const reason = await validateAccess(deps, caller, params.id, { ...body, device, traits });
    return { allowed: reason === null, reason };
  });
  bind(endpoints.videos.stream, async ({ caller, params, body, request }) => {
    await countStream(caller.userId);
    return startPlayback(deps, caller, params.id, {
      ...body,
      device: deviceOf(request),
      traits: readClientTraits(request),
    });
  });
}

/** Reads the kind of device from the user agent and the client hints of a request. */
function deviceOf(request: FastifyRequest): DeviceKind {
  return detectDeviceKind({
    userAgent: readUserAgent(request),
    mobileHint: readTextHeader(request, 'sec-ch-ua-mobile'),
    platformHint: readTextHeader(request, 'sec-ch-ua-platform'),
  });
}
