import { Captions as CaptionsGlyph, CaptionsOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ControlButton } from '../controls/ControlButton.tsx';
import type { CaptionSettings } from './caption-settings.ts';
import styles from './Extras.module.css';
import type { Captions } from './use-captions.ts';
import { useCues } from './use-cues.ts';

const cx = classNames(styles);

export interface CaptionsButtonProps {
  readonly videoId: string;
  readonly video: HTMLVideoElement;
  readonly stage: HTMLElement;
  readonly captions: Captions;
  /** A picture of another moment is shown over the bar. */
  readonly isPreviewing: boolean;
}

/** Turns captions on and off, where a video has some; they stand over the picture. */
export function CaptionsButton(props: CaptionsButtonProps) {
  const { videoId, video, stage, captions, isPreviewing } = props;
  const { tracks, shown, settings, toggle } = captions;
  const { t } = useText();
  if (tracks.length === 0) return null;
  return (
    <>
      <ControlButton
        Glyph={shown === null ? CaptionsOff : CaptionsGlyph}
        label={t('lesson.captions')}
        shortcuts="C"
        aria-pressed={shown !== null}
        onClick={toggle}
      />
      {shown === null
        ? null
        : createPortal(
            <CaptionText
              video={video}
              videoId={videoId}
              settings={settings}
              isPreviewing={isPreviewing}
            />,
            stage,
          )}
    </>
  );
}

interface CaptionTextProps {
  readonly video: HTMLVideoElement;
  readonly videoId: string;
  readonly settings: CaptionSettings;
  /** They make room for the picture of another moment. */
  readonly isPreviewing: boolean;
}

/** The captions, over the lower edge of the picture and clear of the controls. */
function CaptionText({ video, videoId, settings, isPreviewing }: CaptionTextProps) {
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
