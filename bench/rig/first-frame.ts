import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';

/** Notes first pictures on every page that is opened in this one from now on. */
export async function watchFirstFrames(page: Page): Promise<void> {
  await page.addInitScript(noteFirstFrame);
}

interface Click {
  readonly address: string;
  /** What is clicked there. */
  readonly target: string;
  /** How long the pointer rests on it before the click. */
  readonly restMs?: number;
}

/** Milliseconds from the click, on a page that is at rest, to the first picture presented. */
export async function timeClick(page: Page, { address, target, restMs }: Click): Promise<number> {
  await page.goto(address);
  await page.locator(target).waitFor();
  await page.waitForLoadState('networkidle');
  if (restMs !== undefined) {
    await page.locator(target).hover();
    await delay(restMs);
  }
  await page.locator(target).click();
  const noted = await page.waitForFunction(
    () => document.documentElement.dataset['firstFrameMs'],
    undefined,
    { polling: 50, timeout: 20_000 },
  );
  return Number(await noted.jsonValue());
}

/** Runs in the page before anything else does. */
function noteFirstFrame(): void {
  let clickedAtMs = 0;
  const seen = new WeakSet<HTMLVideoElement>();
  const note = (nowMs: number) => {
    document.documentElement.dataset['firstFrameMs'] ??= String(nowMs - clickedAtMs);
  };
  const watch = () => {
    for (const video of document.querySelectorAll('video')) {
      if (seen.has(video)) continue;
      seen.add(video);
      video.requestVideoFrameCallback(note);
    }
  };
  const begin = (event: Event) => {
    clickedAtMs = event.timeStamp;
    watch();
    new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  };
  addEventListener('click', begin, { capture: true, once: true });
}
