import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { type Lesson, uploadFile, waitForJob } from '../client/videos.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { type RecordedRequests, recordRequests } from '../fixtures/recorded-requests.ts';
import { makeRecordedVideo, tones } from '../fixtures/recorded-video.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

let lesson: Lesson;
test.beforeAll(async ({ server }) => {
  const { client } = server.admin;
  const title = 'Recorded in two languages';
  const { id, videoId } = await uploadFile(client, title, await makeRecordedVideo(server.dataDir));
  const job = await waitForJob(client, id);
  if (job.state !== 'completed') throw new Error(`no lesson: ${job.failure?.message}`);
  lesson = { id: videoId, title, seconds: 36 };
});

/** Names of the renditions that segments were fetched of, each once. */
function listRenditions(requests: RecordedRequests, among: RegExp): string[] {
  const names = requests.media().flatMap((request) => {
    const [, name = '', file = ''] =
      /\/([^/]+)\/([^/]+)$/.exec(new URL(request.url()).pathname) ?? [];
    return file.endsWith('.m4s') && among.test(name) ? [name] : [];
  });
  return [...new Set(names)];
}

/**
 * Listens to what the video element gives out: how loud tones are, in dB of full scale. In a world of
 * its own, for the page refuses to be listened to.
 */
async function listen(page: Page): Promise<(hertz: number) => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  async function evaluate(expression: string): Promise<unknown> {
    const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }
  await evaluate(`(async () => {
    const context = new AudioContext();
    await context.resume();
    globalThis.heard = new AnalyserNode(context, { fftSize: 8192 });
    const video = document.querySelector('[data-testid="video"]');
    context.createMediaElementSource(video).connect(heard).connect(context.destination);
  })()`);
  return async (hertz) =>
    Number(
      await evaluate(`(() => {
        const bins = new Float32Array(heard.frequencyBinCount);
        heard.getFloatFrequencyData(bins);
        const at = Math.round((${hertz} * heard.fftSize) / heard.context.sampleRate);
        return Math.max(...bins.slice(at - 2, at + 3));
      })()`),
    );
}

test('an administrator reads what was left out of the file', async ({
  page,
  server,
  adminAccount,
}) => {
  const video = await server.admin.client.call(endpoints.videos.getManaged, {
    params: { id: lesson.id },
  });
  expect(video.leftOut).toEqual([
    { kind: 'sound', codec: 'aac', language: 'hi' },
    { kind: 'cover', codec: 'png', language: null },
  ]);
  await new SignInPage(page).signIn(adminAccount);
  await page.goto(`/admin/videos/${lesson.id}?tab=processing`);
  const card = page.locator('section').filter({ hasText: 'Not used from the file' });
  await expect(card.getByRole('listitem')).toHaveText([
    'Sound · Hindi · aac',
    'Cover picture · png',
  ]);
  expect(await lookAt(page, { staysHindi: true })).toEqual([]);
  await expect(page.getByText('आवरण चित्र · png')).toBeVisible();
});

test('in a lesson of two languages and long segments, languages, qualities and jumps work', async ({
  page,
  learner,
}) => {
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  const loudness = await listen(page);
  const expectHeard = (wanted: keyof typeof tones, other: keyof typeof tones) =>
    expect
      .poll(async () => (await loudness(tones[wanted])) - (await loudness(tones[other])))
      .toBeGreaterThan(15);
  const pictureHeight = () =>
    page
      .getByTestId('video')
      .evaluate((element) => (element instanceof HTMLVideoElement ? element.videoHeight : -1));

  await test.step('it begins in the language of the file, and continues in another', async () => {
    await expect(await watch.openSetting('Audio language')).toHaveText(['Hindi', 'English']);
    await watch.closeMenus();
    await watch.expectSetting('Audio language', 'Hindi');
    await expectHeard('hi', 'en');
    expect(listRenditions(requests, /^audio/)).toEqual(['audio']);
    await watch.choose('Audio language', 'English');
    await expectHeard('en', 'hi');
    expect(listRenditions(requests, /^audio/)).toEqual(['audio', 'audio2']);
  });

  await test.step('another quality takes over within such a segment', async () => {
    for (const [option, height] of [
      ['144p', 144],
      ['480p', 480],
    ] as const) {
      await watch.jumpTo(13);
      await watch.expectPlaying();
      await watch.choose('Quality', option);
      await expect.poll(pictureHeight).toBe(height);
      await watch.expectPlaying();
      expect((await watch.facts()).currentTime).toBeLessThan(33);
    }
  });

  await test.step('jumps land within segments, by chapters too', async () => {
    for (const to of [28, 4, 21]) {
      await watch.jumpTo(to);
      await watch.expectPlaying();
    }
    await watch.chooseChapter('0:12 Lenses');
    await expect.poll(async () => (await watch.facts()).currentTime).toBeLessThan(20);
    await watch.expectPlaying();
    expect((await watch.facts()).currentTime).toBeGreaterThanOrEqual(12);
    await expectHeard('en', 'hi');
    const names = requests.media().map((request) => new URL(request.url()).pathname);
    const last = (kind: RegExp) =>
      Math.max(...names.map((name) => Number(kind.exec(name)?.[1] ?? 0)));
    // 36 s: pictures by six, sound by two.
    expect(last(/\/v480\/(\d+)\.m4s$/)).toBe(6);
    expect(last(/\/audio2\/(\d+)\.m4s$/)).toBe(18);
  });

  await test.step('the subtitles of the file are its captions', async () => {
    await watch.choose('Captions', 'English');
    await expect(page.getByTestId('captions')).toHaveText('Light bends');
  });

  await test.step('audio-only plays the chosen language, which can be changed there', async () => {
    await watch.jumpTo(1);
    await watch.toggle('Sound and slides');
    await expect.poll(pictureHeight).toBe(0);
    await expectHeard('en', 'hi');
    await watch.jumpTo(1);
    await watch.choose('Audio language', 'Hindi');
    await expectHeard('hi', 'en');
    await watch.jumpTo(1);
    await watch.choose('Quality', 'Auto');
    await expect.poll(pictureHeight).toBeGreaterThan(0);
    await expectHeard('hi', 'en');
  });

  await test.step('the choice is remembered', async () => {
    await watch.choose('Audio language', 'English');
    const later = recordRequests(page);
    await page.reload();
    await watch.enterFullscreen();
    await watch.expectPlaying();
    await watch.expectSetting('Audio language', 'English');
    expect(listRenditions(later, /^audio/)).toEqual(['audio2']);
  });
});
