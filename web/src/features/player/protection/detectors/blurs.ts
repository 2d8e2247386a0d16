import type { Stream } from '@prahari/contract';
import type { Detector } from '../signal.ts';
import { countBlur, noBlurs } from './blur-count.ts';

export interface BlursInput {
  readonly policy: Stream['policy']['blurs'];
  readonly isInPlayback: () => boolean;
  readonly nowMs: () => number;
}

/** Reports that the window often lost the focus in playback. */
export function createBlurDetector({ policy, isInPlayback, nowMs }: BlursInput): Detector {
  return ({ report }) => {
    let counted = noBlurs;
    function onBlur() {
      if (!isInPlayback()) return;
      const { count, isSuspicious } = countBlur(counted, nowMs(), policy);
      counted = count;
      if (!isSuspicious) return;
      report({
        type: 'window_blurred',
        confidence: 'low',
        message: 'The window lost the focus often in playback',
        details: { blurs: String(count.blurs) },
      });
    }
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  };
}
