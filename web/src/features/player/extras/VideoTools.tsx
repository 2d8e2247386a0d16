import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Choice } from '../controls/Choice.tsx';
import type { Engine } from '../engine/start/start-engine.ts';
import { ChapterChoice } from './ChapterChoice.tsx';
import {
  CAPTION_BACKGROUNDS,
  CAPTION_SIZES,
  type CaptionSettings,
  rememberCaptions,
  rememberedCaptions,
} from './caption-settings.ts';
import { useCues } from './use-cues.ts';
import { useVideoDetail } from './use-video-detail.ts';
import styles from './VideoTools.module.css';

const NONE = '';

export interface VideoToolsProps {
  readonly videoId: string;
  readonly video: HTMLVideoElement;
  readonly stage: HTMLElement;
  readonly engine: Engine | null;
  /** A picture of another moment stands over the bar. */
  readonly isPreviewing: boolean;
  readonly onSeek: (seconds: number) => void;
}

/** Chapters, captions and the data meter, in the row of the controls. */
export function VideoTools(props: VideoToolsProps) {
  const { videoId, video, stage, engine, isPreviewing, onSeek } = props;
  const { t } = useText();
  const detail = useVideoDetail(videoId);
  const [settings, setSettings] = useState(rememberedCaptions);
  const chapters = detail?.chapters ?? [];
  const tracks = detail?.captions ?? [];
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

const cx = classNames(styles);
const EVERY_MS = 2000;

/**
 * Shows what this video has used of the learner's data plan, and what an hour at this quality
 * would.
 */
function DataMeter({ engine }: { readonly engine: Engine | null }) {
  const { t } = useText();
  const format = useFormat();
  const [traffic, setTraffic] = useState(() => engine?.traffic());
  useEffect(() => {
    const timer = setInterval(() => setTraffic(engine?.traffic()), EVERY_MS);
    return () => clearInterval(timer);
  }, [engine]);
  if (!traffic) return null;
  return (
    <span className={cx('meter')} title={t('lesson.dataTitle')} data-testid="data-meter">
      {t('lesson.dataUse', {
        used: format.number(megabytes(traffic.bytes), 1),
        hour: format.number(megabytesAnHour(traffic.bitsPerSecond), 0),
      })}
    </span>
  );
}

/** Megabytes of 10^6 bytes, as data plans count. */
const megabytes = (bytes: number): number => bytes / 1_000_000;

const SECONDS_AN_HOUR = 3600;
const BITS_A_BYTE = 8;

function megabytesAnHour(bitsPerSecond: number): number {
  return megabytes((bitsPerSecond * SECONDS_AN_HOUR) / BITS_A_BYTE);
}

interface CaptionsProps {
  readonly video: HTMLVideoElement;
  readonly videoId: string;
  readonly settings: CaptionSettings;
  /** They make room for the picture of another moment. */
  readonly isPreviewing: boolean;
}

/** What is said, over the lower edge of the picture and clear of the controls. */
function Captions({ video, videoId, settings, isPreviewing }: CaptionsProps) {
  const { language, size, background } = settings;
  const cues = useCues(video, videoId, language);
  if (cues.length === 0) return null;
  return (
    <div
      className={cx('captions', isPreviewing && 'raised', size, background)}
      lang={language ?? undefined}
      data-testid="captions"
    >
      {cues.map((cue) => (
        <span key={cue} className={cx('cue')}>
          {cue}
        </span>
      ))}
    </div>
  );
}
