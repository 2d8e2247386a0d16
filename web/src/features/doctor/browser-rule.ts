import type { DeviceVerdict } from '@prahari/contract';
import type { Finding } from './finding.ts';

export interface BrowserFacts {
  readonly userAgent: string;
  readonly hasMediaSource: boolean;
  readonly hasEncryptedMedia: boolean;
  readonly hasFullscreen: boolean;
}

/** Judges the browser. Without any of the three no video plays, even if all else is right. */
export function judgeBrowser(facts: BrowserFacts): Finding {
  const missing = [
    facts.hasMediaSource ? [] : ['MediaSource'],
    facts.hasEncryptedMedia ? [] : ['EME'],
    facts.hasFullscreen ? [] : ['fullscreen'],
  ].flat();
  const said =
    missing.length === 0 ? facts.userAgent : `no ${missing.join(', ')}; ${facts.userAgent}`;
  if (!facts.hasMediaSource || !facts.hasEncryptedMedia) {
    return { verdict: 'problem', says: 'browserOld', step: 'browserOldStep', facts: said };
  }
  if (!facts.hasFullscreen) {
    return { verdict: 'problem', says: 'noFullscreen', step: 'noFullscreenStep', facts: said };
  }
  return { verdict: 'good', says: 'browserGood', step: null, facts: said };
}

export interface ScreenFacts {
  readonly verdict: DeviceVerdict;
  /** In device pixels. */
  readonly width: number;
  readonly height: number;
  readonly minimumPixels: number;
}

/** The device rule of the specification, section 5, as the player applies it. */
export function judgeScreen({ verdict, width, height, minimumPixels }: ScreenFacts): Finding {
  const facts = `${width}x${height}`;
  if (verdict === 'mobile') {
    return { verdict: 'problem', says: 'mobile', step: 'mobileStep', facts };
  }
  if (verdict === 'small-screen') {
    const variables = { pixels: minimumPixels };
    return { verdict: 'problem', says: 'smallScreen', step: 'smallScreenStep', variables, facts };
  }
  return { verdict: 'good', says: 'screenGood', step: null, facts };
}
