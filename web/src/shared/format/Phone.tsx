import { classNames } from '../../ui/class-names.ts';
import styles from './Phone.module.css';
import { splitPhone } from './phone.ts';

const cx = classNames(styles);

/**
 * A phone number in readable groups. The gaps between them are style, not text: copying and the
 * browser's search use the plain number.
 */
export function Phone({ value }: { readonly value: string }) {
  const groups = splitPhone(value);
  const [only, ...others] = groups;
  if (others.length === 0) return <span className={cx('phone')}>{only}</span>;
  return (
    <span className={cx('phone')}>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its groups never move.
        <span key={at} className={cx('group')}>
          {group}
        </span>
      ))}
    </span>
  );
}
