import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

const cx = classNames(styles);

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export function Checkbox({ label, hint, id, ...rest }: CheckboxProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const hintId = `${inputId}-hint`;
  return (
    <div className={cx('row')}>
      <span className={cx('box')}>
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className={cx('input')}
        />
        <span className={cx('tick')}>
          <Icon name="check" size={14} />
        </span>
      </span>
      <span className={cx('text')}>
        <label htmlFor={inputId}>{label}</label>
        {hint ? (
          <span id={hintId} className={cx('hint')}>
            {hint}
          </span>
        ) : null}
      </span>
    </div>
  );
}
