import { isTelevision } from '@prahari/contract';
import { isAlwaysFullscreen } from './always-fullscreen.ts';

/**
 * The frame around the stage enters fullscreen: it stays when one video follows another, and
 * fullscreen with it.
 */
export const frameAttribute = 'data-lesson-frame';
/** On TVs without a fullscreen API, the frame covers the page. */
const coversAttribute = 'data-covers';

function frameOf(stage: HTMLElement): HTMLElement {
  return stage.closest<HTMLElement>(`[${frameAttribute}]`) ?? stage;
}

/** Tells whether this stage fills the screen; a page or a picture in fullscreen is not enough. */
export function isFilling(stage: HTMLElement | null): boolean {
  if (stage === null) return false;
  const frame = frameOf(stage);
  if (document.fullscreenElement) return document.fullscreenElement === frame;
  return frame.hasAttribute(coversAttribute) && isAlwaysFullscreen(screenFacts());
}

/** @throws TypeError when fullscreen is refused */
export async function fillScreen(stage: HTMLElement | null): Promise<void> {
  if (stage === null) throw new TypeError('The stage is gone');
  const frame = frameOf(stage);
  const facts = screenFacts();
  if (facts.hasFullscreen) await frame.requestFullscreen({ navigationUI: 'hide' });
  else if (isAlwaysFullscreen(facts)) cover(frame, true);
  else throw new TypeError('There is no fullscreen here');
}

export async function leaveScreen(stage: HTMLElement | null): Promise<void> {
  if (stage !== null && frameOf(stage).hasAttribute(coversAttribute)) cover(frameOf(stage), false);
  else await document.exitFullscreen();
}

/** Tells as the browser would. */
function cover(frame: HTMLElement, covers: boolean): void {
  frame.toggleAttribute(coversAttribute, covers);
  document.dispatchEvent(new Event('fullscreenchange'));
}

function screenFacts() {
  return {
    isTelevision: isTelevision(navigator.userAgent),
    // Old TVs have a browser without it.
    hasFullscreen:
      typeof document.body.requestFullscreen === 'function' && document.fullscreenEnabled,
    isDisplayFullscreen: window.matchMedia('(display-mode: fullscreen)').matches,
  };
}
