import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './ProgressBar.module.css';

const cx = classNames(styles);

export interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; `null` when it can't be known. */
  readonly value: number | null;
  /** The value in the reader's language, such as "42 %". */
  readonly valueText?: string;
  readonly labelHidden?: boolean;
  readonly tone?: 'primary' | 'accent' | 'success' | 'danger';
}

export function ProgressBar({
  label,
  value,
  valueText,
  labelHidden = false,
  tone = 'primary',
}: ProgressBarProps) {
  const labelId = useId();
  const share = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <div>
      {labelHidden ? null : (
        <div className={cx('text')}>
          <span id={labelId}>{label}</span>
          {valueText ? <span className={cx('value')}>{valueText}</span> : null}
        </div>
      )}
      <div
        role="progressbar"
        className={cx('track')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share * 100)}
        aria-valuetext={valueText}
        {...(labelHidden ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
      >
        <div
          className={cx('fill', tone, share === null && 'unknown')}
          style={share === null ? undefined : { transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
