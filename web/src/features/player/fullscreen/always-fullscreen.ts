export interface ScreenFacts {
  /** By its user agent. */
  readonly isTelevision: boolean;
  /** Whether a page can ask for fullscreen. */
  readonly hasFullscreen: boolean;
  /** `display-mode: fullscreen`: the page was opened as an app that fills the screen. */
  readonly isDisplayFullscreen: boolean;
}

/**
 * Recognises TVs whose pages fill the screen anyway: such a page can't ask for fullscreen, and
 * counts as being in it once the video covers the page. Any other browser without fullscreen plays
 * nothing.
 */
export function isAlwaysFullscreen(facts: ScreenFacts): boolean {
  return facts.isTelevision && (!facts.hasFullscreen || facts.isDisplayFullscreen);
}
