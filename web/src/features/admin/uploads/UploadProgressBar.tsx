import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Uploads.module.css';
import type { UploadProgress } from './use-upload.ts';

const cx = classNames(styles);

export function UploadProgressBar({ progress }: { readonly progress: UploadProgress }) {
  const { t } = useText();
  const format = useFormat();
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const sent = format.bytes(sentBytes);
  const total = format.bytes(totalBytes);
  return (
    <div>
      <ProgressBar label={t('uploads.progress')} value={share} valueText={format.percent(share)} />
      <p className={cx('facts')}>
        <span>{t('uploads.bytesOf', { sent, total })}</span>
        {share >= 1 ? <span>{t('uploads.finishing')}</span> : null}
        {share < 1 && bytesPerSecond !== null ? (
          <span>
            {t('uploads.perSecond', { amount: format.bytes(bytesPerSecond) })}
            {secondsLeft === null
              ? null
              : ` · ${t('uploads.timeLeft', { time: format.duration(Math.ceil(secondsLeft)) })}`}
          </span>
        ) : null}
      </p>
    </div>
  );
}
