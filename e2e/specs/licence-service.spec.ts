import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';
import { startWidevineService, widevineTest } from '../fixtures/widevine-service.ts';
import { standInForWidevine } from '../fixtures/widevine-stand-in.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const { drmAdmin } = endpoints;
const params = { system: 'widevine' } as const;

test('licences of a commercial service: a lesson plays, and failures are shown in plain words', async ({
  server,
  lesson,
  learner,
  adminAccount,
  page,
  context,
  browser,
}) => {
  const service = await startWidevineService();
  const { client } = server.admin;
  const { provider, ...secrets } = widevineTest;
  const { licenceUrl } = service;
  const settings = { driver: 'widevine-cloud', licenceUrl, provider, padding: 'pkcs7' } as const;
  const body = { version: 0, enabled: true, settings, fairPlay: null, secrets };
  await client.call(drmAdmin.setProvider, { params, body });
  try {
    await standInForWidevine(context);
    const requests = recordRequests(page);
    // The first try gets no answer, and the learner notices nothing.
    service.answerNext(() => undefined);
    const watch = await playLesson(page, learner, lesson);
    expect(Object.keys((await requests.stream()).keySystems)).toEqual(['com.widevine.alpha']);
    expect(requests.to('/drm/clearkey/license')).toEqual([]);
    expect(service.licences()).toBe(1);

    const retry = async (name: string) => {
      await watch.error.getByRole('button', { name }).click();
    };
    await test.step('it is down: the learner reads so, and Retry plays once it is well', async () => {
      const down = (response: ServerResponse) => void response.writeHead(503).end();
      service.answerNext(down, down, down);
      await page.reload();
      await expect(watch.error).toContainText('The licence service isn’t responding');
      await expect(watch.error).toContainText('Wait a minute, then press Retry');
      await retry('Retry');
      await watch.enterFullscreen();
      await watch.expectPlaying();
    });

    await test.step('it answers garbage: shown in Hindi, too', async () => {
      service.answerNext((response) => void response.end('<html>Welcome</html>'));
      await page.evaluate(() => localStorage.setItem('prahari.language', 'hi'));
      await page.reload();
      await expect(watch.error).toContainText('लाइसेंस सेवा जवाब नहीं दे रही है');
      await expect(watch.error).toContainText('एक मिनट रुकें');
      await retry('फिर से कोशिश करें');
      await expect(watch.error).toHaveCount(0);
      await expect.poll(() => service.licences()).toBe(3);
    });

    await test.step('administrators read what it did, in their language', async () => {
      const office = await browser.newContext({ baseURL: server.origin });
      try {
        const desk = await office.newPage();
        await new SignInPage(desk).signIn(adminAccount);
        await desk.goto('/admin/key-systems');
        const main = desk.getByRole('main');
        await expect(main).toContainText('The service responded with HTTP 503.');
        await expect(main).toContainText('The service’s response isn’t a licence.');
        await desk.evaluate(() => localStorage.setItem('prahari.language', 'hi'));
        await desk.reload();
        await expect(main).toContainText('सेवा ने HTTP 503 उत्तर दिया।');
        await expect(main).toContainText('सेवा के उत्तर में लाइसेंस नहीं था।');
        service.answerNext((response) => void response.writeHead(401).end());
        await desk.getByRole('button', { name: 'इस प्रदाता को जाँचें' }).click();
        await expect(main).toContainText('सेवा ने हमारी पहचान नहीं मानी (HTTP 401)।');
      } finally {
        await office.close();
      }
    });
  } finally {
    await client.call(drmAdmin.removeProvider, { params });
    service.stop();
  }
});
