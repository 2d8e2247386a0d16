import { type ComponentProps, type ReactNode, useState } from 'react';
import controlStyles from './Control.module.css';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './TextField.module.css';

const cx = classNames({ ...controlStyles, ...styles });

export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'className'> {
  /** Shown inside the box before the text, such as a country code. */
  readonly prefixText?: ReactNode;
  /** For `type="password"`: names of the button that shows and hides the text. */
  readonly reveal?: { readonly show: string; readonly hide: string };
}

/** One line of text. `type="search"` gets the search look, `reveal` lets a password be read. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  beside,
  id,
  type = 'text',
  prefixText,
  reveal,
  ...rest
}: TextFieldProps) {
  const [revealed, setRevealed] = useState(false);
  const isSearch = type === 'search';
  return (
    <Field
      id={id}
      label={label}
      labelHidden={labelHidden ?? false}
      hint={hint}
      error={error}
      beside={beside}
      required={rest.required}
    >
      {(attributes) => (
        <div className={cx('box')}>
          {isSearch ? (
            <span className={cx('glass')}>
              <Icon name="search" size={17} />
            </span>
          ) : null}
          {prefixText ? <span className={cx('prefix')}>{prefixText}</span> : null}
          <input
            {...rest}
            {...attributes}
            type={reveal && revealed ? 'text' : type}
            className={cx(
              'control',
              isSearch && 'search',
              Boolean(prefixText) && 'prefixed',
              Boolean(reveal) && 'revealable',
            )}
          />
          {reveal ? (
            <span className={cx('reveal')}>
              <IconButton
                compact
                icon={revealed ? 'visibility-off' : 'visibility'}
                label={revealed ? reveal.hide : reveal.show}
                disabled={rest.disabled}
                onClick={() => setRevealed(!revealed)}
              />
            </span>
          ) : null}
        </div>
      )}
    </Field>
  );
}
