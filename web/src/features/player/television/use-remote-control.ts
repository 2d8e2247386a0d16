import { type RefObject, useEffect } from 'react';
import { isTelevision } from '../../../domain/device/device-rule.ts';
import { type Direction, findNearestBox } from './spatial.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const FOCUSABLE = 'button:not(:disabled), select, input, textarea';

/**
 * The arrows of a TV's remote control lead from one control to the next. With none of them in focus
 * ←/→ seek as on every screen, and ↑/↓ lead into the controls.
 */
export function useRemoteControl(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current;
    if (element === null || !isTelevision(navigator.userAgent)) return;
    function onKeyDown(event: KeyboardEvent) {
      const direction = DIRECTIONS[event.key];
      const { target } = event;
      if (element === null || direction === undefined || !(target instanceof HTMLElement)) return;
      if (hasOwnUse(target, direction)) {
        event.stopPropagation();
        return;
      }
      const isOutside = target === element;
      if (isOutside && (direction === 'left' || direction === 'right')) return;
      const next = isOutside ? firstIn(element) : besideIn(element, target, direction);
      next?.focus();
      event.preventDefault();
      event.stopPropagation();
    }
    element.addEventListener('keydown', onKeyDown, true);
    return () => element.removeEventListener('keydown', onKeyDown, true);
  }, [stage]);
}

/** Bars are moved along, lists stepped through, and words walked over. */
function hasOwnUse(target: HTMLElement, direction: Direction): boolean {
  const isLevel = direction === 'left' || direction === 'right';
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return isLevel;
  return target instanceof HTMLSelectElement && !isLevel;
}

const controlsIn = (stage: HTMLElement) => [...stage.querySelectorAll<HTMLElement>(FOCUSABLE)];

function firstIn(stage: HTMLElement): HTMLElement | undefined {
  return controlsIn(stage).find((control) => control instanceof HTMLButtonElement);
}

function besideIn(stage: HTMLElement, from: HTMLElement, direction: Direction) {
  const others = controlsIn(stage).filter((control) => control !== from);
  const boxes = others.map((control) => control.getBoundingClientRect());
  return others[findNearestBox(from.getBoundingClientRect(), boxes, direction)];
}
