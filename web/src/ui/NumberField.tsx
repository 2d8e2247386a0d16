import type { ComponentProps } from 'react';
import controlStyles from './Control.module.css';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './Field.tsx';
import styles from './NumberField.module.css';

const cx = classNames({ ...controlStyles, ...styles });

export interface NumberFieldProps
  extends FieldText,
    Omit<ComponentProps<'input'>, 'className' | 'type'> {
  /** Shown behind the number and read out with it, such as "days". */
  readonly unit?: string;
  readonly across?: boolean;
}

/**
 * A whole number as typed: text that the owner validates, since a native number box drops invalid
 * input and changes with the mouse wheel.
 */
export function NumberField({
  label,
  labelHidden,
  hint,
  error,
  id,
  unit,
  across = false,
  ...rest
}: NumberFieldProps) {
  return (
    <Field
      id={id}
      label={label}
      labelHidden={labelHidden ?? false}
      hint={hint}
      error={error}
      required={rest.required}
      across={across}
    >
      {({ 'aria-describedby': describedBy, ...attributes }) => {
        const unitId = unit ? `${attributes.id}-unit` : undefined;
        const described = [unitId, describedBy].filter(Boolean).join(' ');
        return (
          <div className={cx('line', across && unit && 'within')}>
            <input
              autoComplete="off"
              {...rest}
              {...attributes}
              aria-describedby={described || undefined}
              type="text"
              inputMode="numeric"
              className={cx('control', 'number')}
            />
            {unit ? (
              <span id={unitId} className={cx('unit')}>
                {unit}
              </span>
            ) : null}
          </div>
        );
      }}
    </Field>
  );
}
