import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startKeyService } from '../../../testing/key-service.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

const authorization = 'Bearer of-prahari';

let service: Awaited<ReturnType<typeof startKeyService>>;
let processing: Processing;
beforeAll(async () => {
  service = await startKeyService(authorization);
  processing = await openProcessing(inject('databaseServer'), {
    ...{ url: new URL(service.url), authorization, systems: ['widevine', 'playready'] },
    ...{ certificate: null, privateKeyPem: null },
  });
});
afterAll(async () => {
  await processing[Symbol.asyncDispose]();
  await service.stop();
});

it('a lesson is encrypted with the keys of the service, and no other; without them the job says why', async () => {
  const { jobId, videoId } = await processing.uploaded();
  service.answerWith(503);
  await expect(processing.run(jobId)).rejects.toThrow('status 503');
  service.answerWith(401);
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    await processing.run(jobId).catch(() => undefined);
  }
  expect(await processing.standing(jobId)).toMatchObject({
    ...{ state: 'failed', failure_code: 'key_service_failed' },
    failure_message: 'The key service did not accept our authorisation.',
  });

  service.answerWith(null);
  const next = await processing.uploaded();
  await processing.run(next.jobId);
  expect(await processing.standing(next.jobId)).toMatchObject({ state: 'completed' });
  const keys = await processing.keyring(processing.masterKey).ofVideo(next.videoId);
  expect(keys.map(({ key }) => key.toString('hex')).sort()).toEqual(
    service.given.map((key) => key.toString('hex')).sort(),
  );
  const asked = service.received.at(-1);
  expect(asked?.body).toContain(`contentId="${next.videoId}"`);
  // Sealed like ours: the service's keys stand nowhere in clear.
  const rows = await processing.db
    .selectFrom('content_keys')
    .selectAll()
    .where('video_id', 'in', [videoId, next.videoId])
    .execute();
  for (const key of service.given) {
    for (const row of rows) expect(row.sealed_key.includes(key)).toBe(false);
  }
});
