import { useEffect } from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { noticeError } from '../../shared/errors/notice-error.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PlaybackFailure } from './engine/playback-failure.ts';
import styles from './Stage.module.css';

const cx = classNames(styles);

export interface ErrorPanelProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { t } = useText();
  useEffect(() => noticeError('playback', error), [error]);
  const told = useErrorText()(error);
  const text = error instanceof PlaybackFailure ? t(error.textKey) : told.text;
  return (
    <div className={cx('panel')} role="alert">
      <h2 className={cx('panelTitle')}>{t('player.errorTitle')}</h2>
      <p className={cx('panelText')}>{text}</p>
      {told.reference === '' ? null : <p className={cx('reference')}>{told.reference}</p>}
      <div className={cx('panelAction')}>
        <Button icon="refresh" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  );
}
