import { type RefObject, useEffect, useState } from 'react';

/** How often the video has begun to play. */
export function usePlays(video: RefObject<HTMLVideoElement | null>): number {
  const [plays, setPlays] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const count = () => setPlays((before) => before + 1);
    element.addEventListener('play', count);
    return () => element.removeEventListener('play', count);
  }, [video]);
  return plays;
}
