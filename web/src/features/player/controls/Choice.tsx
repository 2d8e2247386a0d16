import { classNames } from '../../../ui/class-names.ts';
import styles from './Controls.module.css';

const cx = classNames(styles);

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** The platform's own list: it opens over the whole screen, and works with a remote control. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className={cx('choice')}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
