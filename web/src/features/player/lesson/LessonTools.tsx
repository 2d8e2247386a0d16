import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Choice } from '../controls/Choice.tsx';
import type { Engine } from '../engine/start-engine.ts';
import { Captions } from './Captions.tsx';
import { ChapterChoice } from './ChapterChoice.tsx';
import {
  CAPTION_BACKGROUNDS,
  CAPTION_SIZES,
  type CaptionSettings,
  rememberCaptions,
  rememberedCaptions,
} from './caption-settings.ts';
import { DataMeter } from './DataMeter.tsx';
import { useLesson } from './use-lesson.ts';

const NONE = '';

export interface LessonToolsProps {
  readonly videoId: string;
  readonly video: HTMLVideoElement;
  readonly stage: HTMLElement;
  readonly engine: Engine | null;
  /** A picture of another moment stands over the bar. */
  readonly isPreviewing: boolean;
  readonly onSeek: (seconds: number) => void;
}

/** Chapters, captions and the data meter, in the row of the controls. */
export function LessonTools(props: LessonToolsProps) {
  const { videoId, video, stage, engine, isPreviewing, onSeek } = props;
  const { t } = useText();
  const lesson = useLesson(videoId);
  const [settings, setSettings] = useState(rememberedCaptions);
  const chapters = lesson?.chapters ?? [];
  const tracks = lesson?.captions ?? [];
  const shown = tracks.some(({ language }) => language === settings.language);

  function change(changed: Partial<CaptionSettings>): void {
    const next = { ...settings, ...changed };
    setSettings(next);
    rememberCaptions(next);
  }

  return (
    <>
      <DataMeter engine={engine} />
      {chapters.length === 0 ? null : (
        <ChapterChoice video={video} chapters={chapters} onSeek={onSeek} />
      )}
      {tracks.length === 0 ? null : (
        <Choice
          label={t('lesson.captions')}
          value={shown ? (settings.language ?? NONE) : NONE}
          options={[
            { value: NONE, label: t('lesson.captionsOff') },
            ...tracks.map(({ language, label }) => ({ value: language, label })),
          ]}
          onChange={(value) => change({ language: value === NONE ? null : value })}
        />
      )}
      {shown ? (
        <>
          <Choice
            label={t('lesson.captionSize')}
            value={settings.size}
            options={CAPTION_SIZES.map((value) => ({ value, label: t(`lesson.size_${value}`) }))}
            onChange={(value) =>
              change({ size: CAPTION_SIZES.find((each) => each === value) ?? 'normal' })
            }
          />
          <Choice
            label={t('lesson.captionBackground')}
            value={settings.background}
            options={CAPTION_BACKGROUNDS.map((value) => ({
              value,
              label: t(`lesson.background_${value}`),
            }))}
            onChange={(value) =>
              change({ background: CAPTION_BACKGROUNDS.find((each) => each === value) ?? 'half' })
            }
          />
          {createPortal(
            <Captions
              video={video}
              videoId={videoId}
              settings={settings}
              isPreviewing={isPreviewing}
            />,
            stage,
          )}
        </>
      ) : null}
    </>
  );
}
