import { expect, type Locator, type Page } from '@playwright/test';

export interface PlaybackFacts {
  readonly currentTime: number;
  readonly decodedFrames: number;
  readonly paused: boolean;
  readonly fullscreen: boolean;
  readonly muted: boolean;
}

/** Playing costs both cores: each look that comes later than it could prolongs that. */
const soon = { intervals: [50] };

/** `/watch/{id}`: the password question, the fullscreen rule and the player. */
export class WatchPage {
  readonly page: Page;
  readonly overlay: Locator;
  /** What goes into fullscreen. */
  readonly frame: Locator;
  readonly error: Locator;
  /** Warnings and the end of access. */
  readonly security: Locator;

  constructor(page: Page) {
    this.page = page;
    this.overlay = page.getByRole('region', { name: 'Fullscreen Required' });
    this.frame = page.locator('[data-lesson-frame]');
    this.error = page.getByRole('alert');
    this.security = page.getByRole('alertdialog');
  }

  async confirmPassword(password: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Confirm and watch' }).click();
  }

  /** On a TV that has no other fullscreen. */
  async fillScreen(): Promise<void> {
    await this.overlay.getByRole('button', { name: 'Enter Fullscreen to Play' }).click();
    await expect(this.overlay).toHaveCount(0);
  }

  async enterFullscreen(): Promise<void> {
    await this.overlay.getByRole('button', { name: 'Enter Fullscreen to Play' }).click();
    await expect.poll(async () => (await this.facts()).fullscreen, soon).toBe(true);
  }

  /** The keys of a real learner: five presses are five seconds. */
  async seekForward(seconds: number): Promise<void> {
    const slider = this.page.getByRole('slider', { name: 'Position in the video' });
    await slider.focus();
    for (let pressed = 0; pressed < seconds; pressed += 1) await slider.press('ArrowRight');
  }

  /** As a click far along the bar does, in one step. */
  async jumpTo(seconds: number): Promise<void> {
    await this.page.getByTestId('video').evaluate((element, to) => {
      if (element instanceof HTMLVideoElement) element.currentTime = to;
    }, seconds);
  }

  /** What the browser itself says of the video element. */
  async facts(): Promise<PlaybackFacts> {
    return this.page.getByTestId('video').evaluate((element) => {
      if (!(element instanceof HTMLVideoElement)) throw new TypeError('not a video');
      return {
        currentTime: element.currentTime,
        decodedFrames: element.getVideoPlaybackQuality().totalVideoFrames,
        paused: element.paused,
        fullscreen: document.fullscreenElement !== null,
        muted: element.muted,
      };
    });
  }

  /** Waits until frames were decoded and time has gone on, both beyond where they stand now. */
  async expectPlaying(): Promise<void> {
    const before = await this.facts();
    const since = async () => {
      const now = await this.facts();
      return Math.min(
        now.decodedFrames - before.decodedFrames,
        now.currentTime - before.currentTime,
      );
    };
    const message = 'frames decoded and seconds played';
    await expect.poll(since, { message, ...soon }).toBeGreaterThan(0);
  }
}
