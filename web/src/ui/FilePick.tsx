import type { ComponentProps } from 'react';
import { type ButtonSize, getButtonClass } from './Button.tsx';
import { classNames } from './class-names.ts';
import styles from './FilePick.module.css';

const cx = classNames(styles);

export interface FilePickProps extends Omit<ComponentProps<'input'>, 'size' | 'children'> {
  readonly id: string;
  /** The text of the button. */
  readonly browseLabel: string;
  readonly size?: ButtonSize;
  readonly onFile: (file: File) => void;
}

/**
 * A button that opens the file picker. Browsers label a native one in their own language; it
 * exists, invisible, for keyboard and screen readers.
 */
export function FilePick({ id, browseLabel, size, onFile, ...rest }: FilePickProps) {
  return (
    <span className={cx('pick')}>
      <input
        {...rest}
        id={id}
        type="file"
        className={cx('input')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Emptied, or the picker would not report the same file twice.
          target.value = '';
        }}
      />
      <label htmlFor={id} className={getButtonClass('secondary', size)}>
        {browseLabel}
      </label>
    </span>
  );
}
