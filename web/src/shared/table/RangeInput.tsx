import { classNames } from '../../ui/class-names.ts';
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

/** Numbers may have a fraction; days have none. */
const STEPS = { number: 'any', date: undefined } as const;

/** Two ends, both included, each of which may stay open. */
export function RangeInput({ title, type, value, onChange }: RangeInputProps) {
  const { t } = useText();
  const [from = '', to = ''] = value.split('..');
  return (
    <div className={cx('range')}>
      <RestingTextField
        label={t('table.fromOf', { title })}
        type={type}
        step={STEPS[type]}
        value={from}
        onRest={(next) => onChange(`${next}..${to}`)}
      />
      <RestingTextField
        label={t('table.toOf', { title })}
        type={type}
        step={STEPS[type]}
        value={to}
        onRest={(next) => onChange(`${from}..${next}`)}
      />
    </div>
  );
}
