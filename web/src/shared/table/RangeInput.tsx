import { classNames } from '../../ui/class-names.ts';
import { DateField } from '../../ui/DateField.tsx';
import { useDateWords } from '../dates/use-date-words.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import { RestingTextField } from './RestingTextField.tsx';

const cx = classNames(styles);

export interface RangeInputProps {
  readonly title: string;
  readonly type: 'number' | 'date';
  /** Both ends as the address has them: `10..20`, `10..`, `..20`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Two ends, both included, each of which may stay open. */
export function RangeInput({ title, type, value, onChange }: RangeInputProps) {
  const { t } = useText();
  const dateWords = useDateWords();
  const [from = '', to = ''] = value.split('..');
  const ends = [
    { label: t('table.fromOf', { title }), end: from, write: (next: string) => `${next}..${to}` },
    { label: t('table.toOf', { title }), end: to, write: (next: string) => `${from}..${next}` },
  ];
  return (
    <div className={cx('range')}>
      {ends.map(({ label, end, write }) =>
        type === 'date' ? (
          <DateField
            key={label}
            label={label}
            words={dateWords}
            value={end}
            onChange={(next) => onChange(write(next))}
          />
        ) : (
          <RestingTextField
            key={label}
            label={label}
            type="number"
            // Numbers may have a fraction.
            step="any"
            value={end}
            onRest={(next) => onChange(write(next))}
          />
        ),
      )}
    </div>
  );
}
