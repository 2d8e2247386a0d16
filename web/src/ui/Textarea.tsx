import type { ComponentProps } from 'react';
import controlStyles from './Control.module.css';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './Field.tsx';
import styles from './Textarea.module.css';

const cx = classNames({ ...controlStyles, ...styles });

export interface TextareaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'className'> {}

export function Textarea({
  label,
  labelHidden,
  hint,
  error,
  id,
  rows = 4,
  ...rest
}: TextareaProps) {
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
        <textarea {...rest} {...attributes} rows={rows} className={cx('control', 'textarea')} />
      )}
    </Field>
  );
}
