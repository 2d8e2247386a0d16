import { type Note, noteLimits } from '@prahari/contract';
import { type SubmitEvent, useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Textarea } from '../../../ui/Textarea.tsx';
import styles from './NotesPanel.module.css';
import { useChangeNote } from './use-notes.ts';

const cx = classNames(styles);

interface NoteItemProps {
  readonly note: Note;
  readonly videoId: string;
  readonly onJump: (seconds: number) => void;
  readonly onRemove: (note: Note) => void;
}

/** One note: its moment, which is jumped to, and its words, which may be changed. */
export function NoteItem({ note, videoId, onJump, onRemove }: NoteItemProps) {
  const { t } = useText();
  const format = useFormat();
  const [isEdited, setIsEdited] = useState(false);
  const time = format.duration(note.positionSeconds);
  return (
    <li className={cx('note')}>
      <button
        type="button"
        className={cx('moment')}
        aria-label={t('lesson.noteJump', { time })}
        onClick={() => onJump(note.positionSeconds)}
      >
        {time}
      </button>
      {isEdited ? (
        <EditedNote note={note} videoId={videoId} onDone={() => setIsEdited(false)} />
      ) : (
        <>
          <p className={cx('text')}>{note.text}</p>
          <span className={cx('acts')}>
            <Button
              variant="ghost"
              size="compact"
              aria-label={t('lesson.noteEditAt', { time })}
              onClick={() => setIsEdited(true)}
            >
              {t('lesson.noteEdit')}
            </Button>
            <Button
              variant="ghost"
              size="compact"
              aria-label={t('lesson.noteDeleteAt', { time })}
              onClick={() => onRemove(note)}
            >
              {t('lesson.noteDelete')}
            </Button>
          </span>
        </>
      )}
    </li>
  );
}

interface EditedNoteProps extends Pick<NoteItemProps, 'note' | 'videoId'> {
  readonly onDone: () => void;
}

function EditedNote({ note, videoId, onDone }: EditedNoteProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const change = useChangeNote(videoId);
  const [text, setText] = useState(note.text);

  function save(event: SubmitEvent) {
    event.preventDefault();
    change.mutate({ id: note.id, text }, { onSuccess: onDone });
  }

  return (
    <form className={cx('form')} onSubmit={save}>
      <Textarea
        label={t('lesson.noteLabel')}
        labelHidden
        autoFocus
        rows={3}
        maxLength={noteLimits.textCharacters}
        value={text}
        error={change.isError ? errorText(change.error).text : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <span className={cx('acts')}>
        <Button
          type="submit"
          variant="primary"
          size="compact"
          loading={change.isPending}
          disabled={text.trim() === ''}
        >
          {t('lesson.noteSave')}
        </Button>
        <Button variant="ghost" size="compact" onClick={onDone}>
          {t('lesson.upNextCancel')}
        </Button>
      </span>
    </form>
  );
}
