import { createDecipheriv, randomBytes } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { seal } from '../../../platform/crypto/seal.ts';
import {
  axinomTest,
  drmTodayTest,
  fairPlayCkc,
  playReadyLicence,
  widevineLicence,
} from '../../../testing/licence-service.ts';
import {
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

const { drm } = endpoints;

const { server, service, cloud } = await openLicensing();
const { db } = server.instance.foundation;

describe('the Widevine cloud service', () => {
  it('is called with every key of the video and the security that each needs', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys, videoId } = await watchVideo(server);
    const body = buildChallenge(keys.map(({ keyId }) => keyId));
    expect(Buffer.from(await learner.call(drm.widevineLicense, { query, body }))).toEqual(
      widevineLicence,
    );
    const { message } = service.received[0]!;
    expect(message).toMatchObject({
      payload: Buffer.from(body).toString('base64'),
      content_id: Buffer.from(videoId).toString('base64'),
      provider: 'widevine_test',
      content_key_specs: ['AUDIO', 'SD', 'HD'].map((track, i) => ({
        track_type: track,
        security_level: i === 0 ? 1 : 2,
        key: keys[i]!.key.toString('base64'),
        key_id: keys[i]!.keyId.toString('base64'),
      })),
      policy_overrides: { can_play: true, can_persist: false, can_renew: false },
    });
    const row = await db
      .selectFrom('drm_licences')
      .selectAll()
      .where('playback_session_id', '=', query.playbackSession)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ drm_system: 'widevine', video_id: videoId, persistent: false });
    // Data sent to the service is in no log and no event.
    const log = server.logLines.join('');
    for (const { key } of keys) {
      for (const form of ['base64', 'base64url', 'hex'] as const) {
        expect(log).not.toContain(key.toString(form));
      }
    }
  });

  it('is given renewed keys as soon as they are published', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query, keys, videoId } = await watchVideo(server);
    const anyKey = buildChallenge([]);
    await learner.call(drm.widevineLicense, { query, body: anyKey });
    const keyId = randomBytes(16);
    const sealed = seal(
      server.instance.foundation.masterKey,
      randomBytes(16),
      `content-key:${videoId}:SD`,
    );
    const renewed = { key_id: keyId, quality_class: 'SD', generation: 2 } as const;
    await db
      .insertInto('content_keys')
      .values({ ...renewed, video_id: videoId, sealed_key: sealed, created_at: new Date() })
      .execute();
    await db.updateTable('videos').set({ media_revision: 2 }).where('id', '=', videoId).execute();
    await learner.call(drm.widevineLicense, { query, body: anyKey });
    const idsOf = (at: number) =>
      (service.received[at]!.message['content_key_specs'] as { key_id: string }[]).map(
        ({ key_id }) => key_id,
      );
    const before = keys.map((pair) => pair.keyId.toString('base64'));
    expect(idsOf(0).sort()).toEqual(before.sort());
    expect(idsOf(1).sort()).toEqual([...before, keyId.toString('base64')].sort());
  });

  it('gives its certificate without an entitlement, and without a licence on record', async () => {
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { learner, query } = await watchVideo(server);
    const body = new Uint8Array([8, 4]);
    const answer = await learner.call(drm.widevineLicense, { query, body });
    expect(Buffer.from(answer).toString()).toContain('certificate');
    expect(service.received[0]!.message).toEqual({ payload: 'CAQ=' });
  });

  it('that does not accept our signature is reported in plain words, without a licence', async () => {
    await configureProvider(server, 'widevine', cloud, {
      ...cloudSecrets,
      signingIv: '0'.repeat(32),
    });
    const { learner, query, keys } = await watchVideo(server);
    const body = buildChallenge([keys[0]!.keyId]);
    await expect(learner.call(drm.widevineLicense, { query, body })).rejects.toMatchObject(
      refusal(502, 'licence_service_refused'),
    );
    expect(await listFailures(server, learner.userId)).toEqual([
      { fault: 'widevine_status', detail: 'SIGNATURE_FAILED' },
    ]);
  });
});

describe('other services', () => {
  it('of Axinom get an entitlement message with the keys under the communication key', async () => {
    const { communicationKeyId, communicationKey } = axinomTest;
    const licenceUrl = service.url('axinom/widevine');
    await configureProvider(
      server,
      'widevine',
      { driver: 'axinom', licenceUrl, communicationKeyId },
      { communicationKey },
    );
    const { learner, query, keys } = await watchVideo(server, ['SD']);
    const { keyId, key } = keys[0]!;
    await learner.call(drm.widevineLicense, { query, body: buildChallenge([keyId]) });
    const { message, body } = service.received[0]!;
    expect(body).toEqual(Buffer.from(buildChallenge([keyId])));
    const source = message['content_keys_source'] as {
      inline: { id: string; encrypted_key: string }[];
    };
    const [entitled] = source.inline;
    expect(entitled!.id.replaceAll('-', '')).toBe(keyId.toString('hex'));
    const decipher = createDecipheriv('aes-256-ecb', Buffer.from(communicationKey, 'base64'), null);
    decipher.setAutoPadding(false);
    expect(decipher.update(Buffer.from(entitled!.encrypted_key, 'base64'))).toEqual(key);
  });

  it('of DRMtoday get upfront authorisation and custom data', async () => {
    const licenceUrl = service.url('drmtoday/widevine');
    const { merchant, sharedSecret } = drmTodayTest;
    await configureProvider(
      server,
      'widevine',
      { driver: 'drmtoday', licenceUrl, merchant },
      { sharedSecret },
    );
    const { learner, query, keys, videoId } = await watchVideo(server);
    await learner.call(drm.widevineLicense, { query, body: buildChallenge([keys[0]!.keyId]) });
    const { message, headers } = service.received[0]!;
    expect(message).toMatchObject({ userId: learner.userId, crt: [{ assetId: videoId }] });
    const custom = Buffer.from(String(headers['x-dt-custom-data']), 'base64').toString();
    expect(JSON.parse(custom)).toMatchObject({ userId: learner.userId, merchant });
  });

  it('of PlayReady get the SOAP message with custom data and headers of the template', async () => {
    const headers = [
      { name: 'authorization', value: 'Bearer {secret}' },
      { name: 'x-user', value: '{userId}/{videoId}' },
    ];
    const licenceUrl = service.url('template/playready');
    await configureProvider(
      server,
      'playready',
      { driver: 'headers', licenceUrl, headers },
      { secret: 'our-secret' },
    );
    const { learner, query, keys, videoId } = await watchVideo(server);
    const body = buildSoap([keys[0]!.keyId]);
    expect(await learner.call(drm.playReadyLicense, { query, body })).toBe(playReadyLicence);
    const got = service.received[0]!;
    expect(got.headers['x-user']).toBe(`${learner.userId}/${videoId}`);
    const custom = Buffer.from(String(got.headers['http-header-customdata']), 'base64').toString();
    expect(JSON.parse(custom)).toMatchObject({ userId: learner.userId, videoId });
    service.answerNext((response) =>
      response
        .writeHead(500, { 'content-type': 'text/xml' })
        .end('<e><Fault><StatusCode>0x8004C600</StatusCode></Fault></e>'),
    );
    await expect(learner.call(drm.playReadyLicense, { query, body })).rejects.toMatchObject(
      refusal(502, 'licence_service_refused'),
    );
    expect(await listFailures(server, learner.userId)).toEqual([
      { fault: 'playready_status', detail: '0x8004C600' },
    ]);
  });
});

it('FairPlay: certificate out, SPC in, CKC out', async () => {
  const headers = [{ name: 'authorization', value: 'Bearer {secret}' }];
  const settings = {
    driver: 'headers',
    licenceUrl: service.url('template/fairplay'),
    headers,
  } as const;
  const fairPlay = {
    certificate: fairPlayCertificate,
    requestCodec: 'form',
    responseCodec: 'xml',
  } as const;
  await configureProvider(server, 'fairplay', settings, { secret: 'our-secret' }, fairPlay);
  const { learner, query, videoId } = await watchVideo(server);
  const der = await learner.call(drm.fairPlayCertificate, {});
  expect(Buffer.from(der).toString('base64')).toBe(fairPlayCertificate);
  const head = Buffer.alloc(176);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(5, 172);
  const spc = new Uint8Array(Buffer.concat([head, Buffer.from('a spc')]));
  const answer = await learner.call(drm.fairPlayLicense, { query, body: spc });
  expect(Buffer.from(answer)).toEqual(fairPlayCkc);
  const form = new URLSearchParams(service.received[0]!.body.toString());
  expect(form.get('assetId')).toBe(videoId);
  expect(Buffer.from(form.get('spc')!, 'base64')).toEqual(Buffer.from(spc));
  const cut = learner.call(drm.fairPlayLicense, { query, body: spc.slice(0, -1) });
  await expect(cut).rejects.toMatchObject(refusal(400, 'challenge_invalid'));
});
