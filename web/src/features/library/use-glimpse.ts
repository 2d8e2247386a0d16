import { useEffect, useState } from 'react';

/** Long enough that a pointer which only passes fetches nothing. */
const REST_MS = 350;

/**
 * Tells whether the user rests on a card, by pointer or by keyboard. Never where movement or the
 * use of data is to be spared.
 */
export function useGlimpse(isOffered: boolean) {
  const [isLookedAt, setLookedAt] = useState(false);
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isLookedAt || !isOffered || isSpared()) return;
    const timer = setTimeout(() => setResting(true), REST_MS);
    return () => {
      clearTimeout(timer);
      setResting(false);
    };
  }, [isLookedAt, isOffered]);
  return {
    isResting,
    enter: () => setLookedAt(true),
    leave: () => setLookedAt(false),
  };
}

function isSpared(): boolean {
  return savesData() || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
