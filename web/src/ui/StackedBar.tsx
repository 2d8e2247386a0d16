import { classNames } from './class-names.ts';
import styles from './StackedBar.module.css';

const cx = classNames(styles);

/** `own` is of this product; `free` what nothing takes. */
export type PartLook = 'own' | 'others' | 'free';

export interface StackedBarProps {
  /** What the whole is and how much of it is taken; what lists the parts stands beside it. */
  readonly label: string;
  readonly parts: readonly {
    readonly key: string;
    /** In any unit, the same for all. */
    readonly size: number;
    readonly look: PartLook;
  }[];
}

/** A whole and its parts in one bar; parts of nothing are left out, small ones stay visible. */
export function StackedBar({ label, parts }: StackedBarProps) {
  return (
    <div role="img" aria-label={label} className={cx('bar')}>
      {parts
        .filter(({ size }) => size > 0)
        .map(({ key, size, look }) => (
          <span key={key} className={cx('part', look)} style={{ flexGrow: size }} />
        ))}
    </div>
  );
}

/** Shows in a list of the parts which one of the bar is meant. */
export function PartMark({ look }: { readonly look: PartLook }) {
  return <span aria-hidden="true" className={cx('mark', look)} />;
}
