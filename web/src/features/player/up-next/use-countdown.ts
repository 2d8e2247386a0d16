import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Counts seconds down while `runs` and the page is in sight; at zero it calls `onZero` once.
 * @returns the seconds that are left
 */
export function useCountdown(runs: boolean, seconds: number, onZero: () => void): number {
  const [left, setLeft] = useState(seconds);
  const isOver = left <= 0;
  const end = useEffectEvent(onZero);
  useEffect(() => {
    if (!runs || isOver) return;
    const timer = setInterval(() => {
      if (!document.hidden) setLeft((before) => before - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [isOver, runs]);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return Math.max(0, left);
}
