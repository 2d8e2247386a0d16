import type { Stream } from '@prahari/contract';
import { useLayoutEffect, useRef } from 'react';
import styles from './Stage.module.css';

export interface VideoHostProps {
  /** Made before the page that shows it, so that it could begin to load. */
  readonly video: HTMLVideoElement;
  readonly stream: Pick<Stream, 'title' | 'posterUrl'>;
}

/** Puts a video element that is older than its page where the page wants it. */
export function VideoHost({ video, stream: { title, posterUrl } }: VideoHostProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    furnish(video, title, posterUrl);
    host.current?.append(video);
    return () => video.remove();
  }, [video, title, posterUrl]);
  return <div ref={host} className={styles['videoHost']} />;
}

function furnish(video: HTMLVideoElement, title: string, posterUrl: string | null): void {
  video.className = styles['video'] ?? '';
  video.setAttribute('aria-label', title);
  video.dataset['testid'] = 'video';
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  if (posterUrl !== null) video.poster = posterUrl;
}
