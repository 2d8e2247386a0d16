import type { ComponentProps } from 'react';
import controlStyles from './Control.module.css';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';

const cx = classNames({ ...controlStyles, ...styles });

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps
  extends FieldText,
    Omit<ComponentProps<'select'>, 'className' | 'children' | 'size'> {
  readonly options: readonly SelectOption[];
  /** Shown while nothing is chosen; its value is the empty string. */
  readonly placeholder?: string;
  /** Compact beside compact buttons. */
  readonly size?: 'compact' | 'regular';
}

/** The platform's own list: it works with remote controls, screen readers and long lists. */
export function Select({
  label,
  labelHidden,
  hint,
  error,
  id,
  options,
  placeholder,
  size = 'regular',
  ...rest
}: SelectProps) {
  return (
    <Field
      id={id}
      label={label}
      labelHidden={labelHidden ?? false}
      hint={hint}
      error={error}
      required={rest.required}
    >
      {(attributes) => (
        <div className={cx('box')}>
          <select
            {...rest}
            {...attributes}
            className={cx('control', 'select', size === 'compact' && 'compact')}
          >
            {placeholder === undefined ? null : (
              <option value="" disabled={rest.required}>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={cx('chevron')}>
            <Icon name="chevron-down" size={17} />
          </span>
        </div>
      )}
    </Field>
  );
}
