import type { ComponentProps } from 'react';
import controlStyles from './Control.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';

const cx = classNames({ ...controlStyles, ...styles });

/** Opens a menu of several choices, and looks like a select for one choice. */
export function SelectButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button {...rest} type="button" className={cx('control', 'opener')}>
      <span className={cx('chosen')}>{children}</span>
      <Icon name="chevron-down" size={17} />
    </button>
  );
}
