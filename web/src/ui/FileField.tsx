import { useId } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldText } from './Field.tsx';
import styles from './FileField.module.css';
import { FilePick } from './FilePick.tsx';

const cx = classNames(styles);

export interface FileFieldProps extends FieldText {
  readonly browseLabel: string;
  /** Beside the button: which file was chosen, or that none was. */
  readonly standing?: string;
  /** As the HTML attribute. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** One file of a form; the owner keeps it and says which it is. */
export function FileField({ browseLabel, standing, accept, onFile, ...text }: FileFieldProps) {
  const standingId = useId();
  return (
    <Field {...text}>
      {(attributes) => (
        <span className={cx('row')}>
          <FilePick
            {...attributes}
            browseLabel={browseLabel}
            accept={accept}
            onFile={onFile}
            aria-describedby={
              [standing ? standingId : '', attributes['aria-describedby']]
                .filter(Boolean)
                .join(' ') || undefined
            }
          />
          {standing ? (
            <span id={standingId} className={cx('standing')}>
              {standing}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}
