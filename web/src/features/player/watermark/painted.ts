import { bare, captureMethod, captureReader, each } from '../protection/natives.ts';

declare global {
  // Chromium alone has these.
  interface IntersectionObserverInit {
    trackVisibility?: boolean;
    delay?: number;
  }
  interface IntersectionObserverEntry {
    readonly isVisible: boolean;
  }
}

export interface PaintedWatch {
  /** Whether the browser last said that something covers the element, or changes how it is painted. */
  isUnseen(): boolean;
  stop(): void;
}

/** Each judgement takes a whole frame of the page, which a picture that plays does not. */
const everyMs = 500;
const watchSight = bindObserver();

/**
 * Styles are read between two frames, so a script that changes them for the painting alone is not found by
 * them. A browser that judges by what it paints reports it, by a call that no page can stop; of others
 * nothing is said.
 */
export function watchPainted(element: Element): PaintedWatch {
  return watchSight?.(element) ?? { isUnseen: () => false, stop: () => undefined };
}

function bindObserver(): ((element: Element) => PaintedWatch) | null {
  if (!('IntersectionObserverEntry' in window)) return null;
  const { IntersectionObserver: Observer, IntersectionObserverEntry: Entry } = window;
  if (!('isVisible' in Entry.prototype)) return null;
  const isVisible = captureReader(Entry.prototype, 'isVisible');
  const observe = captureMethod(Observer.prototype, 'observe');
  const disconnect = captureMethod(Observer.prototype, 'disconnect');
  return (element) => {
    let isSeen = true;
    const hear = (entries: readonly IntersectionObserverEntry[]) =>
      each(entries, (entry) => {
        isSeen = isVisible(entry);
      });
    const observer = new Observer(hear, bare({ trackVisibility: true, delay: everyMs }));
    observe(observer, element);
    return { isUnseen: () => !isSeen, stop: () => disconnect(observer) };
  };
}
