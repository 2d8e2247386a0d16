import { randomUUID } from 'node:crypto';
import { basePath, buildUrl, endpoints } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { setConfig } from '../../../testing/set-config.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import {
  answering,
  buildChallenge,
  buildSoap,
  cloudSecrets,
  configureProvider,
  fairPlayCertificate,
  listFailures,
  openLicensing,
  refusal,
  watchVideo,
} from '../../../testing/vendor-licences.ts';

const { drm, drmAdmin, users } = endpoints;

const { server, service, cloud } = await openLicensing();

describe('a request that no player would send, or that is not for this playback', () => {
  const post = async (
    client: TestClient,
    path: string,
    body: Uint8Array<ArrayBuffer>,
    type: string,
    playbackSession: string,
  ) => {
    const url = `${server.origin}${basePath}${path}?playbackSession=${playbackSession}`;
    const headers = { ...(await client.headersFor('POST', url)), 'content-type': type };
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { error } = (await answer.json()) as { error: { details?: { reason?: string } } };
    return { status: answer.status, reason: error.details?.reason };
  };

  it('is refused before it reaches the service', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    const stranger = await watchVideo(server);
    const whole = buildChallenge([keys[0]!.keyId]);
    const path = drm.widevineLicense.path;
    const send = (body: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
      post(learner, path, body, type, query.playbackSession);
    const invalid = refusal(400, 'challenge_invalid');
    expect(await send(new Uint8Array())).toEqual(invalid);
    expect(await send(whole.slice(0, -3))).toEqual(invalid);
    expect(await send(new Uint8Array(Buffer.from('<html>')))).toEqual(invalid);
    expect(await send(new Uint8Array(64 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await send(whole, 'application/json')).toMatchObject({ status: 415 });
    expect(await send(whole, 'text/xml')).toMatchObject({ status: 415 });
    const foreign = buildChallenge([keys[0]!.keyId, stranger.keys[0]!.keyId]);
    expect(await send(foreign)).toEqual(refusal(403, 'key_not_entitled'));
    expect(await send(buildChallenge([Buffer.alloc(16, 3)]))).toEqual(
      refusal(403, 'key_not_entitled'),
    );
    const ended = refusal(403, 'playback_session_ended');
    const type = 'application/octet-stream';
    expect(await post(stranger.learner, path, whole, type, query.playbackSession)).toEqual(ended);
    expect(await post(learner, path, whole, type, randomUUID())).toEqual(ended);
    expect(service.received).toEqual([]);
  });

  it('is refused for every key system, whole or not', async () => {
    const headers = [{ name: 'authorization', value: 'Bearer {secret}' }];
    for (const system of ['playready', 'fairplay'] as const) {
      const settings = {
        driver: 'headers',
        licenceUrl: service.url(`t/${system}`),
        headers,
      } as const;
      const codecs = { requestCodec: 'raw', responseCodec: 'raw' } as const;
      const fairPlay =
        system === 'fairplay' ? { certificate: fairPlayCertificate, ...codecs } : null;
      await configureProvider(server, system, settings, { secret: 'our-secret' }, fairPlay);
    }
    await setConfig(server, { drm: { clearKeyFallback: true } });
    const { learner, query, keys } = await watchVideo(server);
    await setConfig(server, {});
    const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
    const soap = Buffer.from(buildSoap([keys[0]!.keyId]));
    const spc = Buffer.alloc(200);
    spc.writeUInt32BE(1, 0);
    spc.writeUInt32BE(24, 172);
    const calls = [
      [drm.clearKeyLicense, 'application/json', Buffer.from(JSON.stringify({ kids }))],
      [drm.playReadyLicense, 'text/xml', soap],
      [drm.fairPlayLicense, 'application/octet-stream', spc],
    ] as const;
    for (const [{ path }, type, whole] of calls) {
      const send = (body: Buffer, as: string = type) =>
        post(learner, path, new Uint8Array(body), as, query.playbackSession);
      expect([path, await send(Buffer.alloc(0))]).toMatchObject([path, { status: 400 }]);
      expect([path, await send(whole.subarray(0, -2))]).toMatchObject([path, { status: 400 }]);
      const tooLarge = refusal(413, 'body_too_large');
      expect([path, await send(Buffer.alloc(65_537, 0x20))]).toEqual([path, tooLarge]);
      expect([path, await send(whole, 'image/png')]).toMatchObject([path, { status: 415 }]);
    }
    expect(service.received).toEqual([]);
  });

  it('names another video in the header than it plays', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys, videoId } = await watchVideo(server);
    const url = buildUrl(server.origin, drm.widevineLicense, { query, body: new Uint8Array() });
    const ask = async (claimed: string) => {
      const headers = {
        ...(await learner.headersFor('POST', url)),
        'content-type': 'application/octet-stream',
        'x-video-id': claimed,
      };
      return (await fetch(url, { method: 'POST', headers, body: buildChallenge([keys[0]!.keyId]) }))
        .status;
    };
    expect([await ask(randomUUID()), await ask(videoId)]).toEqual([403, 200]);
  });

  it('goes to a system for which nothing is configured', async () => {
    const { learner, query, keys } = await watchVideo(server);
    const body = buildChallenge([keys[0]!.keyId]);
    await expect(learner.call(drm.widevineLicense, { query, body })).rejects.toMatchObject(
      refusal(404, 'drm_system_not_offered'),
    );
  });
});

describe('a service in trouble', () => {
  const down = answering((response) => response.writeHead(503).end());

  it('is called again, and the learner gets the licence', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    service.answerNext(down, (response) => void response.destroy());
    const body = buildChallenge([keys[0]!.keyId]);
    expect((await learner.call(drm.widevineLicense, { query, body })).length).toBeGreaterThan(0);
  });

  it.each([
    [
      'garbage',
      { fault: 'not_a_licence', detail: '' },
      answering((response) => response.end('<html>Welcome</html>')),
    ],
    [
      'a redirect',
      { fault: 'http_status', detail: '302' },
      answering((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    ],
    [
      'other credentials wanted',
      { fault: 'credentials', detail: '401' },
      answering((response) => response.writeHead(401).end('secret words')),
    ],
    [
      'more than a licence is long',
      { fault: 'answer_too_long', detail: '' },
      answering((response) => response.end(Buffer.alloc(1024 ** 2 + 1))),
    ],
  ] as const)('that answers %s is told of by what it did', async (_, trouble, answer) => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    // Whether it is called again or not.
    service.answerNext(answer, answer, answer);
    const body = buildChallenge([keys[0]!.keyId]);
    const asked = learner.call(drm.widevineLicense, { query, body });
    await expect(asked).rejects.toMatchObject({ status: 502, type: 'ExternalServiceError' });
    expect(await listFailures(server, learner.userId)).toEqual([trouble]);
  });

  it('that failed a learner is shown to every administrator, the learner only in scope', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    const refuse = answering((response) => response.writeHead(401).end());
    service.answerNext(refuse, refuse, refuse);
    const body = buildChallenge([keys[0]!.keyId]);
    await expect(learner.call(drm.widevineLicense, { query, body })).rejects.toThrow();
    const root = await server.superAdmin();
    const latestTold = async (...values: string[]) => {
      const admin = await server.newUser('ADMIN');
      const adminScope = { level: 'district' as const, values };
      const given = { permissions: ['security.read' as const], adminScope };
      await root.call(users.setPermissions, { params: { id: admin.userId }, body: given });
      const { failures } = await admin.call(drmAdmin.overview, { query: { timeRange: '1h' } });
      return failures[0];
    };
    const { db } = server.instance.foundation;
    const moved = db.updateTable('users').set({ district: 'Nashik' });
    await moved.where('id', '=', learner.userId).execute();
    const failure = { fault: 'credentials', detail: '401' };
    expect(await latestTold('Nashik')).toMatchObject({ ...failure, userId: learner.userId });
    expect(await latestTold('Pune')).toMatchObject({ ...failure, userId: null });
  });

  it('that hangs is given up in time, and reported so', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    const silent = () => undefined;
    service.answerNext(silent, silent, silent);
    const begun = performance.now();
    const asked = learner.call(drm.widevineLicense, {
      query,
      body: buildChallenge([keys[0]!.keyId]),
    });
    await expect(asked).rejects.toMatchObject({
      ...refusal(502, 'licence_service_unavailable'),
      message: 'The licence service is not responding. Please try again in a moment.',
    });
    // How much sooner than in 10 s a machine that keeps up does, is said of the client of services.
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(await listFailures(server, learner.userId)).toEqual([{ fault: 'timeout', detail: '' }]);
  });

  it('is left alone after five failures, and reported at once', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys } = await watchVideo(server);
    const body = buildChallenge([keys[0]!.keyId]);
    const unavailable = refusal(502, 'licence_service_unavailable');
    const ask = () => learner.call(drm.widevineLicense, { query, body });
    const nonsense = answering((response) => response.end('nonsense'));
    service.answerNext(...Array.from({ length: 5 }, () => nonsense));
    for (let i = 0; i < 5; i += 1) await expect(ask()).rejects.toMatchObject(unavailable);
    const root = await server.superAdmin();
    const { items } = await root.call(drmAdmin.listProviders, {});
    expect(items[0]).toMatchObject({ system: 'widevine', health: 'resting' });
    const { failures } = await root.call(drmAdmin.overview, { query: { timeRange: '1h' } });
    expect(new Set(failures.map(({ id }) => id)).size).toBe(failures.length);
    // It would answer well again, but is not called.
    await expect(ask()).rejects.toMatchObject(unavailable);
    expect(service.received).toEqual([]);
    // The test asks it all the same, and ends the rest.
    const test = await root.call(drmAdmin.testProvider, { params: { system: 'widevine' } });
    expect(test).toMatchObject({ ok: true, milliseconds: expect.any(Number) });
    await ask();
  });
});
