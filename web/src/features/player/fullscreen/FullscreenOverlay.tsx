import { Maximize } from 'lucide-react';
import { useId, useRef } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useLostFocus } from '../../../ui/use-lost-focus.ts';
import styles from './FullscreenOverlay.module.css';

const cx = classNames(styles);

export interface FullscreenOverlayProps {
  /** The position to continue from, in seconds; 0 at the start. */
  readonly resumeAtSeconds: number;
  readonly onEnter: () => void;
  readonly onStartOver: () => void;
}

/** Covers the picture while it is not in fullscreen. */
export function FullscreenOverlay({
  resumeAtSeconds,
  onEnter,
  onStartOver,
}: FullscreenOverlayProps) {
  const { t } = useText();
  const format = useFormat();
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button);
  return (
    <section className={cx('overlay')} aria-labelledby={titleId}>
      <div className={cx('words')}>
        <span className={cx('emblem')} aria-hidden="true">
          <Maximize size="1.5rem" strokeWidth={1.75} />
        </span>
        <h2 id={titleId} className={cx('title')}>
          {t('player.fullscreenTitle')}
        </h2>
        <p className={cx('text')}>{t('player.fullscreenText')}</p>
        <button ref={button} type="button" className={cx('button')} onClick={onEnter}>
          <Icon name="play" />
          {t('player.fullscreenButton')}
        </button>
        <p className={cx('hint')}>{t('player.fullscreenHint')}</p>
        {resumeAtSeconds >= 1 ? (
          <p className={cx('resume')}>
            {t('player.resumesAt', { time: format.duration(resumeAtSeconds) })}
            <button type="button" className={cx('startOver')} onClick={onStartOver}>
              {t('player.startOver')}
            </button>
          </p>
        ) : null}
      </div>
    </section>
  );
}
