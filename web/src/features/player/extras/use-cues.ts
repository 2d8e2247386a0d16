import { endpoints } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';

/**
 * The current caption in a language, as plain text; the browser parses the WebVTT and keeps the
 * time. Empty if the captions can't be fetched.
 */
export function useCues(
  video: HTMLVideoElement,
  videoId: string,
  language: string | null,
): readonly string[] {
  const [cues, setCues] = useState<readonly string[]>([]);
  const { data: text } = useCaptionText(videoId, language);
  useEffect(() => {
    if (text === undefined) return;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    const element = document.createElement('track');
    element.kind = 'captions';
    element.src = address;
    const { track } = element;
    const show = () => setCues(Array.from(track.activeCues ?? [], textOf));
    const clear = () => setCues([]);
    track.addEventListener('cuechange', show);
    // The last words would stay below what stands at the end.
    video.addEventListener('ended', clear);
    video.append(element);
    // Read, but drawn by us.
    track.mode = 'hidden';
    return () => {
      track.removeEventListener('cuechange', show);
      video.removeEventListener('ended', clear);
      element.remove();
      URL.revokeObjectURL(address);
      clear();
    };
  }, [text, video]);
  return cues;
}

/** The WebVTT of a video in a language; asked for once. */
export function useCaptionText(videoId: string, language: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKeys.videos, videoId, 'captions', language],
    queryFn: () =>
      api.call(endpoints.videos.captions, { params: { id: videoId, language: language ?? '' } }),
    enabled: language !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function textOf(cue: TextTrackCue): string {
  return cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '';
}
