import { type DrmDriver, endpoints } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../../../testing/start-test-server.ts';
import {
  cloudSecrets,
  configureProvider,
  openLicensing,
  refusal,
} from '../../../testing/vendor-licences.ts';

const { drmAdmin } = endpoints;

const { server, service, cloud } = await openLicensing();
const { db } = server.instance.foundation;

describe('a licence service', () => {
  it('is configured without its secrets ever coming back, sealed, and on record', async () => {
    const root = await server.superAdmin();
    await configureProvider(server, 'widevine', cloud, cloudSecrets);
    const { items } = await root.call(drmAdmin.listProviders, {});
    expect(items[0]).toMatchObject({
      version: 1,
      enabled: true,
      settings: cloud,
      hasSecrets: true,
    });
    const everything = JSON.stringify([
      items,
      await db
        .selectFrom('admin_audit')
        .selectAll()
        .where('action', '=', 'drm.set-provider')
        .execute(),
      await db.selectFrom('drm_providers').selectAll().execute(),
      server.logLines,
    ]);
    expect(everything).not.toContain(cloudSecrets.signingKey);
    expect(everything).not.toContain(Buffer.from(cloudSecrets.signingKey).toString('base64'));
    // Left out, the secrets stay; if another administrator has changed the row, nothing is saved.
    const params = { system: 'widevine' } as const;
    const body = { enabled: false, settings: cloud, fairPlay: null };
    const edited = await root.call(drmAdmin.setProvider, { params, body: { ...body, version: 1 } });
    expect(edited).toMatchObject({ version: 2, enabled: false });
    const late = root.call(drmAdmin.setProvider, { params, body: { ...body, version: 1 } });
    await expect(late).rejects.toMatchObject(refusal(409, 'edited_meanwhile'));
    const test = await root.call(drmAdmin.testProvider, { params });
    expect(test.ok).toBe(true);
  });

  it.each([
    ['address_not_https', { licenceUrl: 'http://licences.example.org/' }, cloudSecrets],
    ['address_with_password', { licenceUrl: 'https://a:b@licences.example.org/' }, cloudSecrets],
    ['signing_iv', {}, { ...cloudSecrets, signingIv: 'abc' }],
    ['signing_key', {}, {}],
  ])('is not saved, and says why: %s', async (problem, change, secrets) => {
    const configured = configureProvider(server, 'widevine', { ...cloud, ...change }, secrets);
    await expect(configured).rejects.toMatchObject({
      ...refusal(400, 'provider_settings_invalid'),
      details: { problem },
    });
  });

  it('lies on no private address unless the operator allows it', async () => {
    const strict = await startTestServer({ environment: { PRIVATE_LICENCE_SERVICES: 'off' } });
    try {
      for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1', '169.254.169.254']) {
        const licenceUrl = `https://${host}/`;
        const given = { ...cloud, licenceUrl };
        const configured = configureProvider(strict, 'widevine', given, cloudSecrets);
        await expect(configured).rejects.toMatchObject({ details: { problem: 'address_private' } });
      }
    } finally {
      await strict.stop();
    }
  });

  it('is not the Widevine service for PlayReady, and not FairPlay without its certificate', async () => {
    const invalid = refusal(400, 'provider_settings_invalid');
    await expect(configureProvider(server, 'playready', cloud, cloudSecrets)).rejects.toMatchObject(
      invalid,
    );
    const headers: DrmDriver = {
      driver: 'headers',
      licenceUrl: service.url('x/fairplay'),
      headers: [],
    };
    await expect(configureProvider(server, 'fairplay', headers, {})).rejects.toMatchObject(invalid);
    const fairPlay = { certificate: 'AAAA', requestCodec: 'raw', responseCodec: 'raw' } as const;
    await expect(
      configureProvider(server, 'fairplay', headers, {}, fairPlay),
    ).rejects.toMatchObject(invalid);
  });
});
