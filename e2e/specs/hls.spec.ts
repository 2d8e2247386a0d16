import { expect } from '@playwright/test';
import { basePath, endpoints } from '@prahari/contract';
import { openPlayback } from '../client/playback.ts';
import { openHlsPage, playHls } from '../fixtures/hls-page.ts';
import { test } from '../fixtures/test.ts';

/** As the playlist names it for Clear Key, and as licence requests name it. */
const parseKeyIds = (playlist: string) =>
  [...playlist.matchAll(/KEYID=0x([0-9a-f]{32})[^\n]*"org\.w3\.clearkey"/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('base64url'),
  );

test('another player plays the HLS playlist, with a licence and not without', async ({
  server,
  lesson,
  learner,
  page,
}) => {
  const { client } = learner;
  const stream = await openPlayback(learner, lesson.id);
  const { cookies } = client;
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const playlist = await client.call(endpoints.videos.manifestHls, { params: { id: lesson.id } });
  const media = [...new Set(playlist.match(/\/media\/[^"\s]+\.m3u8[^"\s]*/g))];
  expect(media.length).toBeGreaterThanOrEqual(3);
  const keyIds = new Set<string>();
  for (const address of media) {
    const answer = await fetch(new URL(address, server.origin), { headers: { cookie } });
    expect(answer.status).toBe(200);
    for (const keyId of parseKeyIds(await answer.text())) keyIds.add(keyId);
  }
  expect(keyIds.size).toBe(2);

  const asked = {
    playlist: `${basePath}/videos/${lesson.id}/secure/manifest.m3u8`,
    licenceAddress: stream.keySystems['org.w3.clearkey']?.licenseUrl ?? '',
  };
  await openHlsPage(page, learner);
  await expect(playHls(page, { ...asked, keyIds: [] })).rejects.toThrow(/Shaka says 6\d{3}/);

  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  expect(await playHls(page, { ...asked, keyIds: [...keyIds] })).toEqual(
    expect.arrayContaining([144, 240]),
  );
  const video = page.locator('video').first();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(1);
  // On a busy machine the clock, which follows the sound, runs ahead of the pictures.
  await expect
    .poll(() =>
      video.evaluate(
        (element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames,
      ),
    )
    .toBeGreaterThan(10);
  const segmentPaths = () => fetched.filter((path) => path.endsWith('.m4s'));
  await expect.poll(() => segmentPaths().length).toBeGreaterThan(1);
  for (const path of segmentPaths())
    expect(path).toMatch(/^\/media\/media\.[\w.-]+\/\w+\/\d+\.m4s$/);
});
