import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const cx = classNames(styles);

/** The props of every labelled control. */
export interface FieldText {
  readonly label: string;
  /** Keeps the label for assistive technology only, as in a search box. */
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  /** A link at the label's end; it comes after the control by keyboard. */
  readonly beside?: ReactNode;
  readonly error?: string | undefined;
}

/** Attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps extends FieldText {
  readonly id?: string | undefined;
  readonly required?: boolean | undefined;
  /** On wide screens the words are at the left and the control at the right. */
  readonly across?: boolean;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

export function Field(props: FieldProps) {
  const { id, label, labelHidden, hint, error, beside, required, across = false } = props;
  const { children } = props;
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={cx('field', across && 'across')}>
      <label htmlFor={controlId} className={cx(!labelHidden && 'label')}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {required && !labelHidden ? (
          <span className={cx('asterisk')} aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {beside ? <span className={cx('beside')}>{beside}</span> : null}
      {hint ? (
        <p id={hintId} className={cx('hint')}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} className={cx('error')} role="alert">
          <Icon name="error" size={15} />
          {error}
        </p>
      ) : null}
    </div>
  );
}
