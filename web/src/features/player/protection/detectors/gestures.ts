import type { Detector, Signal } from '../signal.ts';

const blocked: readonly (readonly [event: string, type: Signal['type']])[] = [
  ['contextmenu', 'context_menu'],
  ['selectstart', 'selection'],
  ['dragstart', 'drag'],
  ['copy', 'copy'],
];

/** Blocks right-click, selection, dragging and copying on `stage` (specification, section 2). */
export function createGestureDetector(stage: HTMLElement): Detector {
  return ({ report }) => {
    const stops = blocked.map(([name, type]) => {
      function block(event: Event) {
        event.preventDefault();
        report({ type, confidence: 'low', message: `${name} on the video was prevented` });
      }
      stage.addEventListener(name, block);
      return () => stage.removeEventListener(name, block);
    });
    return () => {
      for (const stop of stops) stop();
    };
  };
}
