import { memo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './TranscriptPanel.module.css';

const cx = classNames(styles);

export interface TranscriptRowProps {
  readonly index: number;
  readonly startSeconds: number;
  readonly text: string;
  /** What was sought and found in the text; nothing where both are the same. */
  readonly from: number;
  readonly to: number;
  readonly isPresent: boolean;
  /** Tab stops here. */
  readonly isStop: boolean;
}

/** One line of a transcript: of thousands, two are drawn again when the video goes on. */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { index, startSeconds, text, from, to, isPresent, isStop } = props;
  const format = useFormat();
  return (
    <li className={cx('item')}>
      <button
        type="button"
        className={cx('line', isPresent && 'present')}
        data-cue={index}
        tabIndex={isStop ? 0 : -1}
        aria-current={isPresent ? 'time' : undefined}
      >
        <span className={cx('time')}>{format.duration(startSeconds)}</span>
        <span className={cx('words')}>
          {text.slice(0, from)}
          {from < to ? <mark className={cx('found')}>{text.slice(from, to)}</mark> : null}
          {text.slice(to)}
        </span>
      </button>
    </li>
  );
});
