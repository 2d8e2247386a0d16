import { type RefObject, useEffect, useState } from 'react';

const IDLE_AFTER_MS = 3000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** True when nobody has moved a pointer or pressed a key over `stage` for three seconds. */
export function useIdle(stage: RefObject<HTMLElement | null>): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    let timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    function wake() {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    }
    for (const sign of SIGNS_OF_LIFE) element.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) element.removeEventListener(sign, wake);
    };
  }, [stage]);
  return idle;
}
