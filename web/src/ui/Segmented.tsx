import { ToggleGroup } from 'radix-ui';
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
    <ToggleGroup.Root
      type="single"
      value={value}
      aria-label={label}
      className={cx('group', tone)}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={cx('option')}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
