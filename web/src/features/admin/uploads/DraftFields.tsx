import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { Draft } from './draft.ts';
import type { Twin } from './find-twin.ts';
import styles from './Uploads.module.css';
import type { Target } from './use-targets.ts';

const cx = classNames(styles);

export interface DraftFieldsProps {
  readonly draft: Draft;
  /** Announced videos that this file may be for. */
  readonly targets: readonly Target[];
  /** An earlier upload that this one may repeat. */
  readonly twin: Twin | null;
  /** Whether the form was sent once, so that what is missing is said. */
  readonly asked: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly onRemove: () => void;
}

/** The fields for one chosen file. */
export function DraftFields(props: DraftFieldsProps) {
  const { draft, targets, twin, asked, onChange, onRemove } = props;
  const { t } = useText();
  const format = useFormat();
  const { file, problem, title, description, videoId } = draft;
  return (
    <fieldset className={cx('draft')}>
      <legend className={cx('draft-file')}>
        {file.name} · <span className={cx('whole')}>{format.bytes(file.size)}</span>
      </legend>
      <span className={cx('draft-remove')}>
        <IconButton
          icon="close"
          compact
          label={t('uploads.removeNamed', { name: file.name })}
          onClick={onRemove}
        />
      </span>
      {problem ? (
        <p role="alert" className={cx('failure')}>
          {t(problem)}
        </p>
      ) : null}
      {problem === null && targets.length > 0 ? (
        <Select
          label={t('uploads.fileFor')}
          hint={videoId ? t('uploads.fileForHint') : undefined}
          placeholder={t('uploads.fileForNew')}
          options={targets.map(({ id, title: label }) => ({ value: id, label }))}
          value={videoId}
          onChange={(event) => onChange({ videoId: event.target.value })}
        />
      ) : null}
      {videoId || problem ? null : (
        <NewFields
          title={title}
          description={description}
          twin={twin}
          asked={asked}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}

type NewFieldsProps = Pick<Draft, 'title' | 'description'> &
  Pick<DraftFieldsProps, 'twin' | 'asked' | 'onChange'>;

function NewFields({ title, description, twin, asked, onChange }: NewFieldsProps) {
  const { t } = useText();
  return (
    <>
      <TextField
        label={t('uploads.videoTitle')}
        required
        maxLength={200}
        value={title}
        error={asked && title.trim() === '' ? t('uploads.titleRequired') : undefined}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {twin ? (
        <p role="status" className={cx('twin')}>
          {twin.by === 'file'
            ? t('uploads.sameFile', { title: twin.job.title })
            : t('uploads.sameTitle')}
        </p>
      ) : null}
      <Textarea
        label={t('uploads.videoDescription')}
        maxLength={4000}
        rows={2}
        value={description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}
