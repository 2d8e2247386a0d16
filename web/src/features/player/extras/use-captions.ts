import type { VideoDetail } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type CaptionSettings, rememberCaptions, rememberedCaptions } from './caption-settings.ts';
import { useVideoDetail } from './use-video-detail.ts';

type CaptionTrack = VideoDetail['captions'][number];

export interface Captions {
  readonly tracks: readonly CaptionTrack[];
  /** Null where none are on. */
  readonly shown: CaptionTrack | null;
  readonly settings: CaptionSettings;
  readonly change: (changed: Partial<CaptionSettings>) => void;
  /** Off, or on in the language that was last on, of the interface, or the first there is. */
  readonly toggle: () => void;
}

/** The captions of a video, and this learner's choice. */
export function useCaptions(videoId: string): Captions {
  const { language } = useText();
  const [settings, setSettings] = useState(rememberedCaptions);
  const [last, setLast] = useState(settings.language);
  const tracks = useVideoDetail(videoId)?.captions ?? [];
  const trackOf = (wanted: string | null) => tracks.find((track) => track.language === wanted);
  const shown = trackOf(settings.language) ?? null;

  function change(changed: Partial<CaptionSettings>): void {
    const next = { ...settings, ...changed };
    setSettings(next);
    if (next.language !== null) setLast(next.language);
    rememberCaptions(next);
  }

  function toggle(): void {
    const next = trackOf(last) ?? trackOf(language) ?? tracks[0];
    if (shown !== null) change({ language: null });
    else if (next) change({ language: next.language });
  }
  return { tracks, shown, settings, change, toggle };
}
