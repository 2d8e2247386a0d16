import { classNames } from './class-names.ts';
import styles from './Segmented.module.css';

const cx = classNames(styles);

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** `lang` is set when a label is written in another language than the page. */
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly lang?: string;
  }[];
  readonly onChange: (value: Value) => void;
  readonly tone?: 'surface' | 'on-ink';
}

/** A choice among few, all in sight. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  tone = 'surface',
}: SegmentedProps<Value>) {
  return (
    <fieldset aria-label={label} className={cx('group', tone)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          className={cx('option')}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
