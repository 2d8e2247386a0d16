import type { Detector, Listener, Signal } from '../signal.ts';

/** Reports facts around a playback that may be harmless. */
export function createSurroundingsDetector({
  slowCheckEveryMs,
}: {
  slowCheckEveryMs: number;
}): Detector {
  return (listener) => {
    const note = createReportOnce(listener);
    function look() {
      if (navigator.webdriver) note('automation_suspected', 'A program steers this browser');
      if ('isExtended' in screen && screen.isExtended === true) {
        note('second_display', 'A second display is attached');
      }
    }
    function onHidden() {
      if (document.hidden) listener.report(weak('page_hidden', 'The page was hidden'));
    }
    function onPrint() {
      listener.report(weak('print_attempted', 'The page was about to be printed'));
    }
    // Systems take the screenshot before the page gets the key; it can't be prevented.
    function onKeyUp({ key }: KeyboardEvent) {
      if (key === 'PrintScreen') {
        listener.report(weak('print_screen_key', 'The print screen key was pressed'));
      }
    }
    look();
    const timer = setInterval(look, slowCheckEveryMs);
    // A browser that lists displays fires an event when one is connected or disconnected.
    const display = screen instanceof EventTarget ? screen : null;
    display?.addEventListener('change', look);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('beforeprint', onPrint);
    window.addEventListener('keyup', onKeyUp);
    return () => {
      clearInterval(timer);
      display?.removeEventListener('change', look);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('keyup', onKeyUp);
    };
  };
}

/** Reports each fact once. */
function createReportOnce({ report }: Listener) {
  const noted = new Set<Signal['type']>();
  return (type: Signal['type'], message: string) => {
    if (noted.has(type)) return;
    noted.add(type);
    report(weak(type, message));
  };
}

function weak(type: Signal['type'], message: string) {
  return { type, message, confidence: 'low' } as const;
}
