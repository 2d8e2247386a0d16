import { noteLimits } from '@prahari/contract';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PillButton } from '../../../ui/PillButton.tsx';
import styles from './NoteComposer.module.css';
import { useAddNote } from './use-notes.ts';

const cx = classNames(styles);

/** A note that is being written: words survive a look outside fullscreen. */
export interface NoteDraft {
  readonly positionSeconds: number;
  readonly text: string;
}

export interface NoteComposerProps {
  readonly videoId: string;
  readonly draft: NoteDraft;
  readonly onChange: (draft: NoteDraft) => void;
  /** It was kept, or is not wanted. */
  readonly onClose: () => void;
}

/** Writes a note at the present moment, within the player. */
export function NoteComposer({ videoId, draft, onChange, onClose }: NoteComposerProps) {
  const { t } = useText();
  const format = useFormat();
  const errorText = useErrorText();
  const add = useAddNote(videoId);
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, positionSeconds } = draft;
  const isEmpty = text.trim() === '';

  useEffect(() => field.current?.focus(), []);

  function save() {
    if (!isEmpty && !add.isPending) add.mutate(draft, { onSuccess: onClose });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form className={cx('composer')} aria-labelledby={titleId} onSubmit={onSubmit}>
      <h3 id={titleId} className={cx('title')}>
        {t('lesson.noteAt', { time: format.duration(positionSeconds) })}
      </h3>
      <textarea
        ref={field}
        className={cx('field')}
        aria-label={t('lesson.noteLabel')}
        placeholder={t('lesson.noteHint')}
        rows={4}
        maxLength={noteLimits.textCharacters}
        value={text}
        onChange={(event) => onChange({ positionSeconds, text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {add.isError ? (
        <p className={cx('error')} role="alert">
          {errorText(add.error).text}
        </p>
      ) : null}
      <div className={cx('actions')}>
        <PillButton type="submit" filled disabled={isEmpty || add.isPending}>
          {t('lesson.noteSave')}
        </PillButton>
        <PillButton onClick={onClose}>{t('lesson.upNextCancel')}</PillButton>
      </div>
    </form>
  );
}
