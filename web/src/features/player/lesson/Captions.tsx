import { classNames } from '../../../ui/class-names.ts';
import type { CaptionSettings } from './caption-settings.ts';
import styles from './Lesson.module.css';
import { useCues } from './use-cues.ts';

const cx = classNames(styles);

interface CaptionsProps {
  readonly video: HTMLVideoElement;
  readonly videoId: string;
  readonly settings: CaptionSettings;
  /** They make room for the picture of another moment. */
  readonly isPreviewing: boolean;
}

/** What is said, over the lower edge of the picture and clear of the controls. */
export function Captions({ video, videoId, settings, isPreviewing }: CaptionsProps) {
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
