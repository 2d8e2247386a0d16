import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Uploads.module.css';

const cx = classNames(styles);

export interface SentShareProps {
  readonly label: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Additional remarks, each in a `span`. */
  readonly children: ReactNode;
}

/** How much of a file has arrived. */
export function SentShare({ label, sentBytes, totalBytes, children }: SentShareProps) {
  const { t } = useText();
  const format = useFormat();
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const amounts = { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) };
  return (
    <div className={cx('progress')}>
      <ProgressBar label={label} labelHidden value={share} valueText={format.percent(share)} />
      <p className={cx('facts')}>
        <span>
          {format.percent(share)} · {t('uploads.bytesOf', amounts)}
        </span>
        {children}
      </p>
    </div>
  );
}
