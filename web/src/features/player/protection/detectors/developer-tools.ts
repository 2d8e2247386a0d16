import type { Stream } from '@prahari/contract';
import type { Detector } from '../signal.ts';
import { measureWindowGap } from './window-gap.ts';

export interface DeveloperToolsInput {
  readonly policy: Pick<Stream['policy'], 'devTools' | 'globalChecks'>;
  readonly isInPlayback: () => boolean;
}

/**
 * Suspects developer tools where the window is much larger than its page. Tools in a separate
 * window are not seen, and a sidebar of the browser looks the same, so this is weak evidence.
 */
export function createDeveloperToolsDetector({
  policy,
  isInPlayback,
}: DeveloperToolsInput): Detector {
  return ({ report }) => {
    const { sizeDifferencePixels, detections, checkEveryMs } = policy.devTools;
    const checksPerGlobal = Math.max(1, Math.round(policy.globalChecks.everyMs / checkEveryMs));
    let ticks = 0;
    let inRow = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (!isInPlayback() && ticks % checksPerGlobal !== 0) return;
      const gap = measureWindowGap(window);
      inRow = gap > sizeDifferencePixels ? inRow + 1 : 0;
      // Reports once for as long as it lasts.
      if (inRow !== detections) return;
      report({
        type: 'window_size_difference',
        confidence: 'low',
        message: 'The window is much larger than its page: developer tools may be open',
        details: { gapPixels: String(Math.round(gap)) },
      });
    }, checkEveryMs);
    return () => clearInterval(timer);
  };
}
