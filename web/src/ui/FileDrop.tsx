import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './FileDrop.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

const cx = classNames(styles);

export interface FileDropProps {
  /** The invitation, which also names the control. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** Looks like the button that opens the file picker. */
  readonly browseLabel: string;
  readonly removeLabel: string;
  readonly error?: string | undefined;
  /** As the HTML attribute. A dropped file is not held to it: the owner checks what it receives. */
  readonly accept?: string;
  readonly disabled?: boolean;
  readonly icon?: IconName;
  /** Shown once a file is chosen. */
  readonly chosenIcon?: IconName;
  /** In one line, for more files beside those that were taken. */
  readonly slim?: boolean;
  readonly file: File | null;
  /** The second line under the chosen file's name, usually its size. */
  readonly describe: (file: File) => string;
  readonly onChange: (file: File | null) => void;
  /** Takes several at once, each time they are chosen or dropped, and keeps none of them. */
  readonly onMany?: (files: readonly File[]) => void;
}

/** Takes files by drop or by picker. The native input stays, so keyboard and screen readers work. */
export function FileDrop({
  label,
  hint,
  browseLabel,
  removeLabel,
  error,
  accept,
  disabled = false,
  icon = 'upload',
  chosenIcon = 'video-file',
  slim = false,
  file,
  describe,
  onChange,
  onMany,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragging(false);
    if (!disabled) take(event.dataTransfer.files);
  }

  function take(files: FileList | null) {
    const [first] = files ?? [];
    if (!files || !first) return;
    if (!onMany) return onChange(first);
    onMany([...files]);
    if (input.current) input.current.value = '';
  }

  function remove() {
    onChange(null);
    // Emptied, or the picker would not report the same file twice.
    if (input.current) input.current.value = '';
    input.current?.focus();
  }

  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className={cx('wrap')}>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy.join(' ') || undefined}
        className={cx('input')}
        multiple={onMany !== undefined}
        onChange={(event) => take(event.target.files)}
      />
      <label
        htmlFor={id}
        className={cx('zone', slim && 'slim', dragging && 'dragging', Boolean(error) && 'invalid')}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      >
        <span className={cx('halo')}>
          <Icon name={file ? chosenIcon : icon} size={26} />
        </span>
        <span className={cx('label')}>{file ? file.name : label}</span>
        <span id={`${id}-hint`} className={cx('hint')}>
          {file ? describe(file) : hint}
        </span>
        {file ? null : <span className={cx('browse')}>{browseLabel}</span>}
      </label>
      {file && !disabled ? (
        <span className={cx('remove')}>
          <IconButton icon="close" label={removeLabel} onClick={remove} />
        </span>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className={cx('error')}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
