import { isTelevision } from '@prahari/contract';
import { type RefObject, useEffect } from 'react';
import { hasOwnUse, timelineAttribute } from '../controls/own-keys.ts';
import { type Direction, findNearestBox } from './spatial.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** TVs have volume keys: the bar would only catch the arrows. */
const FOCUSABLE = `button:not(:disabled), input[${timelineAttribute}], textarea`;

/**
 * The arrows of a TV's remote control move from one control to the next. With none in focus, ←/→
 * seek as on every screen, and ↑/↓ move into the controls. In bars, text and open menus the arrows
 * keep their own meaning.
 */
export function useRemoteControl(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current;
    if (element === null || !isTelevision(navigator.userAgent)) return;
    function onKeyDown(event: KeyboardEvent) {
      const direction = DIRECTIONS[event.key];
      const { target } = event;
      if (element === null || direction === undefined || !(target instanceof HTMLElement)) return;
      const isOutside = target === element;
      const isLevel = direction === 'left' || direction === 'right';
      if (isLevel && (isOutside || target instanceof HTMLInputElement)) return;
      if (!(target instanceof HTMLInputElement) && hasOwnUse(target, event.key)) return;
      const next = isOutside ? firstIn(element) : besideIn(element, target, direction);
      next?.focus();
      event.preventDefault();
      event.stopPropagation();
    }
    element.addEventListener('keydown', onKeyDown, true);
    return () => element.removeEventListener('keydown', onKeyDown, true);
  }, [stage]);
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
