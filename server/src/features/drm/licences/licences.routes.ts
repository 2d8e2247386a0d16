import { endpoints, requestHeaders, type VendorSystem } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind, Call } from '../../../platform/http/bind.ts';
import { readClientTraits, readTextHeader } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { drmSystemNotOffered } from '../drm.errors.ts';
import { issueClearKeyLicence } from './clear-key-licence.usecases.ts';
import { findRequestedPlayback } from './licence-authorization.usecases.ts';
import { issueVendorLicence } from './vendor-licence.usecases.ts';

type VendorCall = Call<
  | typeof endpoints.drm.widevineLicense
  | typeof endpoints.drm.playReadyLicense
  | typeof endpoints.drm.fairPlayLicense
>;

export function bindLicenceRoutes(bind: Bind, deps: DrmDeps): void {
  const countLicence = bind.createRateLimit('licences', deps.settings.licencesPerMinute);
  bind(endpoints.drm.clearKeyLicense, async ({ caller, query, body, request, reply }) => {
    await countLicence(caller.userId, reply);
    const claimedVideoId = readClaimedVideo(request);
    const named = { ...query, videoId: claimedVideoId };
    const playbackSessionId = await findRequestedPlayback(deps, 'clearkey', caller, named);
    const licenceRequest = { playbackSessionId, kids: body.kids, claimedVideoId };
    return issueClearKeyLicence(deps, caller, licenceRequest, readClientTraits(request));
  });

  async function answerVendorCall(
    system: VendorSystem,
    { caller, query, body, request, reply }: VendorCall,
    contentType: string,
  ): Promise<Buffer<ArrayBuffer>> {
    await countLicence(caller.userId, reply);
    const { playbackSession } = query;
    const claimedVideoId = readClaimedVideo(request);
    const named = { playbackSession, videoId: claimedVideoId };
    const licence = await issueVendorLicence(deps, system, caller, {
      playbackSessionId: await findRequestedPlayback(deps, system, caller, named),
      challenge: Buffer.from(body),
      claimedVideoId,
      isToBeKept: query.keep === 'true',
      traits: readClientTraits(request),
    });
    reply.type(contentType);
    return Buffer.from(licence);
  }
  bind(endpoints.drm.widevineLicense, (call) =>
    answerVendorCall('widevine', call, 'application/octet-stream'),
  );
  bind(endpoints.drm.playReadyLicense, async (call) =>
    (await answerVendorCall('playready', call, 'text/xml; charset=utf-8')).toString('utf8'),
  );
  bind(endpoints.drm.fairPlayLicense, (call) =>
    answerVendorCall('fairplay', call, 'application/octet-stream'),
  );
  bind(endpoints.drm.fairPlayCertificate, async ({ reply }) => {
    const provider = await deps.providerCache.findEnabledProvider('fairplay');
    if (!provider?.fairPlay) throw drmSystemNotOffered();
    reply.type('application/pkix-cert');
    return Buffer.from(provider.fairPlay.certificate, 'base64');
  });
}

/** Reads the video id that the header claims, ignoring case. */
function readClaimedVideo(request: FastifyRequest): string | undefined {
  return readTextHeader(request, requestHeaders.videoId)?.toLowerCase();
}
