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
  /** The element that enters fullscreen. */
  readonly frame: Locator;
  readonly error: Locator;
  /** Warnings and the end of access. */
  readonly security: Locator;
  /** The button of the one menu for all that is chosen once. */
  readonly settings: Locator;
  /** The open menus, innermost last. */
  readonly menus: Locator;

  constructor(page: Page) {
    this.page = page;
    this.overlay = page.getByRole('region', { name: 'Fullscreen Required' });
    this.frame = page.locator('[data-lesson-frame]');
    this.error = page.getByRole('alert');
    this.security = page.getByRole('alertdialog');
    this.settings = page.getByRole('button', { name: 'Settings' });
    this.menus = page.getByRole('menu');
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

  /** By the keys, as a learner without a pointer does. */
  async openSettings(): Promise<void> {
    await this.settings.press('Enter');
    await expect(this.menus).toHaveCount(1);
  }

  async closeMenus(): Promise<void> {
    await this.page.getByTestId('stage').focus();
    await expect(this.menus).toHaveCount(0);
  }

  /** Opens what is chosen in `setting`, and returns its choices. */
  async openSetting(setting: string): Promise<Locator> {
    await this.openSettings();
    await this.itemOf(setting).press('ArrowRight');
    await expect(this.menus).toHaveCount(2);
    return this.menus.last().getByRole('menuitemradio');
  }

  /** `setting` is 'Speed', 'Quality' and so on. */
  async choose(setting: string, option: string): Promise<void> {
    await this.openSetting(setting);
    await this.page.getByRole('menuitemradio', { name: option, exact: true }).press('Enter');
    await this.closeMenus();
  }

  /** A switch in the menu itself: 'Data saver', 'Sound and slides'. */
  async toggle(setting: string): Promise<void> {
    await this.openSettings();
    await this.page.getByRole('menuitemcheckbox', { name: setting }).press('Enter');
    await this.closeMenus();
  }

  /** Expects that this is chosen. */
  async expectSetting(setting: string, value: string): Promise<void> {
    await this.openSettings();
    await expect(this.itemOf(setting)).toHaveAccessibleName(`${setting} ${value}`);
    await this.closeMenus();
  }

  /** By its time and title. */
  async chooseChapter(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Chapter/ }).press('Enter');
    await this.page.getByRole('menuitemradio', { name, exact: true }).press('Enter');
    await expect(this.menus).toHaveCount(0);
  }

  private itemOf(setting: string): Locator {
    return this.page.getByRole('menuitem', { name: new RegExp(`^${setting} `) });
  }

  async seekForward(seconds: number): Promise<void> {
    await this.jumpTo((await this.facts()).currentTime + seconds);
  }

  /** As a click far along the bar does, in one step. */
  async jumpTo(seconds: number): Promise<void> {
    await this.page.getByTestId('video').evaluate((element, to) => {
      if (element instanceof HTMLVideoElement) element.currentTime = to;
    }, seconds);
  }

  /** Reads what the browser itself says about the video element. */
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

  /** Waits until more frames were decoded and time has moved on. */
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
