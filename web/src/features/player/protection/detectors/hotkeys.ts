import { listen } from '../listen.ts';
import type { Detector } from '../signal.ts';
import { findBlockedHotkey } from './blocked-hotkey.ts';

/**
 * Prevents the blocked hotkeys and reports each press; the ladder counts those that are pressed by
 * mistake only when repeated. Outside playback only those of the page are blocked, and reported as
 * harmless: nothing plays that could be recorded.
 */
export function createHotkeyDetector(isInPlayback: () => boolean): Detector {
  return ({ report }) => {
    function onKeyDown(event: Event) {
      if (!(event instanceof KeyboardEvent)) return;
      const hotkey = findBlockedHotkey(event);
      if (hotkey === null || (hotkey.where === 'playback' && !isInPlayback())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // A key held down is one press.
      if (event.repeat) return;
      report({
        type: 'blocked_hotkey',
        confidence: isInPlayback() ? 'high' : 'low',
        message: `${hotkey.name} was pressed and prevented`,
        details: { hotkey: hotkey.name },
      });
    }
    return listen(window, 'keydown', onKeyDown, true);
  };
}
