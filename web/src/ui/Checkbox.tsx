import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Checkbox.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

const cx = classNames(styles);

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'ref'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Neither all nor none of what it stands for. */
  readonly indeterminate?: boolean;
  /** Looks like a switch, behind its words. */
  readonly across?: boolean;
}

export function Checkbox(props: CheckboxProps) {
  const { label, hint, id, indeterminate = false, across = false, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // It has no attribute.
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const hintId = `${inputId}-hint`;
  return (
    <div className={cx('row', across && 'across')}>
      <span className={cx('box')}>
        <input
          {...rest}
          ref={input}
          id={inputId}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className={cx('input')}
        />
        <span className={cx('tick')}>
          <Icon name="check" size={14} />
        </span>
        <span className={cx('dash')} />
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
