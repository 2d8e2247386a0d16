import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SentShare } from './SentShare.tsx';
import styles from './Uploads.module.css';
import type { QueueItem } from './upload-queue.ts';
import { useUploadErrorText } from './use-upload-error-text.ts';

const cx = classNames(styles);

const STATES = {
  waiting: { text: 'uploads.queueWaiting', tone: 'neutral' },
  sending: { text: 'uploads.queueSending', tone: 'info' },
  retrying: { text: 'uploads.queueRetrying', tone: 'warning' },
  paused: { text: 'uploads.queuePaused', tone: 'neutral' },
  failed: { text: 'uploads.queueFailed', tone: 'danger' },
} as const;

export interface QueueRowProps {
  readonly item: QueueItem;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** One upload under way in this page. */
export function QueueRow({ item, onPause, onResume, onCancel }: QueueRowProps) {
  const { t } = useText();
  const errorText = useUploadErrorText();
  const { title, state, error } = item;
  const isStopped = state === 'paused' || state === 'failed';
  return (
    <li className={cx('job')}>
      <div className={cx('head')}>
        <div className={cx('names')}>
          <p className={cx('title')}>{title}</p>
          <p className={cx('meta')}>{item.fileName}</p>
        </div>
        <span role="status">
          <StatusBadge tone={STATES[state].tone} pulsing={state === 'sending'}>
            {t(STATES[state].text)}
          </StatusBadge>
        </span>
      </div>
      <QueueProgress item={item} />
      {state === 'retrying' ? <p className={cx('meta')}>{t('uploads.retryingHint')}</p> : null}
      {state === 'failed' ? (
        <p role="alert" className={cx('failure')} title={errorText(error).reference}>
          {errorText(error).text}
        </p>
      ) : null}
      <div className={cx('actions')}>
        {isStopped ? (
          <Button size="compact" icon="upload" onClick={onResume}>
            {state === 'failed' ? t('common.retry') : t('uploads.resume')}
          </Button>
        ) : (
          <Button
            size="compact"
            icon="pause-upload"
            aria-label={t('uploads.pauseNamed', { title })}
            onClick={onPause}
          >
            {t('uploads.pause')}
          </Button>
        )}
        <Button
          size="compact"
          variant="ghost"
          icon="cancel"
          aria-label={t('uploads.cancelNamed', { title })}
          onClick={onCancel}
        >
          {t('uploads.cancelUpload')}
        </Button>
      </div>
    </li>
  );
}

function QueueProgress({ item }: { readonly item: QueueItem }) {
  const { t } = useText();
  const format = useFormat();
  const { title, sentBytes, totalBytes, bytesPerSecond, secondsLeft } = item;
  const isSent = totalBytes > 0 && sentBytes >= totalBytes;
  return (
    <SentShare
      label={t('uploads.progressNamed', { title })}
      sentBytes={sentBytes}
      totalBytes={totalBytes}
    >
      {isSent ? <span>{t('uploads.finishing')}</span> : null}
      {!isSent && bytesPerSecond !== null ? (
        <span>
          {t('uploads.perSecond', { amount: format.bytes(bytesPerSecond) })}
          {secondsLeft === null
            ? null
            : ` · ${t('uploads.timeLeft', { time: format.duration(Math.ceil(secondsLeft)) })}`}
        </span>
      ) : null}
    </SentShare>
  );
}
