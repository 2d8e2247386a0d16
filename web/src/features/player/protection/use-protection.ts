import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type GuardView, untroubled } from './playback-guard.ts';
import { type VideoWatch, watchOver } from './protected-video.ts';

export interface ProtectionInput {
  readonly stage: RefObject<HTMLElement | null>;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Starts what is not needed before the first picture. */
  readonly ready: boolean;
  readonly onResume: () => void;
}

export interface Protection extends GuardView {
  /** Whether playback is on hold, for all controls. */
  readonly held: boolean;
  readonly dismiss: () => void;
  /** Share of the marks that are drawn and intact now, 0 to 1. */
  readonly watermarkCoverage: () => number;
}

/** Starts the guard of a playback, which lasts as long as its stage, and returns its state. */
export function useProtection({ stage, video, ready, onResume }: ProtectionInput): Protection {
  const api = useApi();
  const { t } = useText();
  const [view, setView] = useState<GuardView>(untroubled);
  const [watch, setWatch] = useState<VideoWatch | null>(null);
  const resume = useEffectEvent(onResume);
  const testLabel = t('protection.testMode');

  // In the commit that shows the stage, so that no other code runs in between.
  useLayoutEffect(() => {
    if (stage.current === null || video.current === null) return;
    const input = { video: video.current, stage: stage.current, api, testLabel };
    setWatch(watchOver({ ...input, resume: () => resume(), onView: setView }));
  }, [api, stage, testLabel, video]);

  // The clean-up ends nothing, because page code could find and call it. It only checks, sooner than
  // the next second.
  useEffect(() => watch?.look, [watch]);

  useEffect(() => {
    if (ready) watch?.ready();
  }, [ready, watch]);

  const held = view.warning !== null || view.terminated || view.watermarkHidden;
  return {
    ...view,
    held,
    dismiss: () => watch?.dismiss(),
    watermarkCoverage: () => watch?.coverage() ?? 0,
  };
}
