import { endpoints, requestHeaders, type VendorSystem } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Bind, Call } from '../../../platform/http/bind.ts';
import { clientTraitsOf, textHeader } from '../../../platform/http/request-facts.ts';
import { drmSystemNotOffered } from '../drm.errors.ts';
import type { Providers } from '../licence-services/providers.usecases.ts';
import type { Persistence } from '../persistent-licences/persistent-licences.usecases.ts';
import type { UserTokens } from '../user-tokens/user-tokens.usecases.ts';
import type { Licences } from './clear-key-licence.usecases.ts';
import type { LicencePlayback } from './licence-authorization.usecases.ts';
import type { IssueVendorLicence } from './vendor-licence.usecases.ts';

type VendorCall = Call<
  | typeof endpoints.drm.widevineLicense
  | typeof endpoints.drm.playReadyLicense
  | typeof endpoints.drm.fairPlayLicense
>;

export interface DrmRoutesDeps {
  readonly userTokens: UserTokens;
  readonly licences: Licences;
  readonly playbackOf: LicencePlayback;
  readonly persistence: Persistence;
  readonly issueVendorLicence: IssueVendorLicence;
  readonly providers: Pick<Providers, 'of'>;
  countUserToken(userId: string): Promise<void>;
  countLicence(userId: string): Promise<void>;
  countPersistenceLog(userId: string): Promise<void>;
}

export function bindDrmRoutes(bind: Bind, deps: DrmRoutesDeps): void {
  const { userTokens, licences } = deps;
  bind(endpoints.drm.generateToken, async ({ caller, body, request }) => {
    await deps.countUserToken(caller.userId);
    const { userToken, expiresAt } = await userTokens.generate(
      caller,
      body.videoId,
      clientTraitsOf(request),
    );
    return { userToken, expiresAt: expiresAt.toISOString() };
  });
  bind(endpoints.drm.validateToken, async ({ caller, body, request }) => {
    const { token, reason } = await userTokens.judge(
      body.userToken,
      caller,
      clientTraitsOf(request),
    );
    return {
      valid: reason === null,
      reason,
      videoId: token?.videoId ?? null,
      expiresAt: token?.expiresAt.toISOString() ?? null,
    };
  });
  bind(endpoints.drm.clearKeyLicense, async ({ caller, query, body, request }) => {
    await deps.countLicence(caller.userId);
    const claimedVideoId = claimedVideoOf(request);
    const named = { ...query, videoId: claimedVideoId };
    const playbackSessionId = await deps.playbackOf('clearkey', caller, named);
    const asked = { playbackSessionId, kids: body.kids, claimedVideoId };
    return licences.issueClearKey(caller, asked, clientTraitsOf(request));
  });

  async function issue(
    system: VendorSystem,
    { caller, query, body, request, reply }: VendorCall,
    contentType: string,
  ): Promise<Buffer<ArrayBuffer>> {
    await deps.countLicence(caller.userId);
    const { playbackSession } = query;
    const claimedVideoId = claimedVideoOf(request);
    const named = { playbackSession, videoId: claimedVideoId };
    const licence = await deps.issueVendorLicence(system, caller, {
      playbackSessionId: await deps.playbackOf(system, caller, named),
      challenge: Buffer.from(body),
      claimedVideoId,
      isToBeKept: query.keep === 'true',
      traits: clientTraitsOf(request),
    });
    reply.type(contentType);
    return Buffer.from(licence);
  }
  bind(endpoints.drm.widevineLicense, (call) =>
    issue('widevine', call, 'application/octet-stream'),
  );
  bind(endpoints.drm.playReadyLicense, async (call) =>
    (await issue('playready', call, 'text/xml; charset=utf-8')).toString('utf8'),
  );
  bind(endpoints.drm.fairPlayLicense, (call) =>
    issue('fairplay', call, 'application/octet-stream'),
  );
  bind(endpoints.drm.fairPlayCertificate, async ({ reply }) => {
    const provider = await deps.providers.of('fairplay');
    if (!provider?.fairPlay) throw drmSystemNotOffered();
    reply.type('application/pkix-cert');
    return Buffer.from(provider.fairPlay.certificate, 'base64');
  });

  const { persistence } = deps;
  bind(endpoints.drm.persistentLicense, async ({ caller, params, query, request }) => {
    const id = query.playbackSession;
    const playback = id === undefined ? undefined : { id, traits: clientTraitsOf(request) };
    return persistence.persistent(caller, params.system, params.id, playback);
  });
  bind(endpoints.drm.licenseStatus, async ({ caller, params }) =>
    persistence.status(caller, params.id),
  );
  bind(endpoints.logs.drmPersistence, async ({ caller, body }) => {
    await deps.countPersistenceLog(caller.userId);
    return { accepted: await persistence.note(caller, body.events) };
  });
}

/** Ids are read alike in capitals and small letters. */
function claimedVideoOf(request: FastifyRequest): string | undefined {
  return textHeader(request, requestHeaders.videoId)?.toLowerCase();
}
