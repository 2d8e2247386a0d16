import { existsSync } from 'node:fs';
import type { Account } from '@prahari/virtual-learners';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { NotPossible } from '../measurement.ts';

const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--autoplay-policy=no-user-gesture-required',
];
// By what they are for, in every language of the page.
const phoneField = 'input[autocomplete="username"][type="tel"]';
const passwordField = 'input[autocomplete="current-password"]';
const installed = '/usr/bin/chromium';

/** A machine that the device rule lets play: at least 1366 pixels wide. */
export const desktop = { screen: { width: 1920, height: 1080 } } as const;

/**
 * Headless Chromium: that of `CHROMIUM_PATH`, else the system's, else Playwright's.
 * @throws NotPossible where none starts
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...chosenBrowser(), args }).catch(cannotStart);
}

/**
 * The same with one profile in `directory`, for tools that connect by `debuggingPort` and need the
 * signed-in session.
 * @throws NotPossible where none starts
 */
export async function launchProfile(
  directory: string,
  debuggingPort: number,
): Promise<BrowserContext> {
  const open = [...args, `--remote-debugging-port=${debuggingPort}`];
  return chromium
    .launchPersistentContext(directory, { ...chosenBrowser(), ...desktop, args: open })
    .catch(cannotStart);
}

function chosenBrowser() {
  const chosen = process.env['CHROMIUM_PATH'] ?? (existsSync(installed) ? installed : undefined);
  return chosen === undefined ? {} : { executablePath: chosen };
}

function cannotStart(error: unknown): never {
  throw new NotPossible(`Chromium does not start: ${String(error).split('\n', 1)[0]}`);
}

/** Signs in by the form, as people do, and waits for the page behind it. */
export async function signInByForm(page: Page, origin: string, account: Account): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator(phoneField).fill(account.contactNumber.replace(/^\+91/, ''));
  await page.locator(passwordField).fill(account.password);
  await page.keyboard.press('Enter');
  // Learners begin in the library, administrators on their overview.
  await page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/admin');
}

/** Opens the video-access session on the watch page, and waits for the picture. */
export async function confirmPassword(
  page: Page,
  origin: string,
  lesson: { videoId: string; password: string },
): Promise<void> {
  await page.goto(`${origin}/watch/${lesson.videoId}`);
  await page.locator(passwordField).fill(lesson.password);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
}
