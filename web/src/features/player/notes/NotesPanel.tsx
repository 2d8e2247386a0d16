import type { Note } from '@prahari/contract';
import { useId } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { NoteItem } from './NoteItem.tsx';
import styles from './NotesPanel.module.css';
import { useAddNote, useNotes, useRemoveNote } from './use-notes.ts';

const cx = classNames(styles);

export interface NotesPanelProps {
  readonly videoId: string;
  /** Plays from there, in fullscreen. */
  readonly onJump: (seconds: number) => void;
}

/** The learner's notes on this video, below it. */
export function NotesPanel({ videoId, onJump }: NotesPanelProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const titleId = useId();
  const notes = useNotes(videoId);
  const add = useAddNote(videoId);
  const remove = useRemoveNote(videoId);
  const items = notes.data?.pages.flatMap((page) => page.items) ?? [];
  const total = notes.data?.pages[0]?.total ?? 0;

  const fail = (error: unknown) => void notify.error(errorText(error).text);

  function forget(note: Note) {
    const { positionSeconds, text } = note;
    const undo = () => add.mutate({ positionSeconds, text }, { onError: fail });
    remove.mutate(note, {
      onError: fail,
      onSuccess: () =>
        void notify.success(t('lesson.noteDeleted'), {
          action: { label: t('lesson.noteUndo'), onClick: undo },
        }),
    });
  }

  return (
    <section className={cx('panel')} aria-labelledby={titleId}>
      <h2 id={titleId} className={cx('title')}>
        {t('lesson.notes')}
        {total > 0 ? <span className={cx('count')}>{total}</span> : null}
      </h2>
      {notes.isPending ? <p className={cx('hint')}>{t('common.loading')}</p> : null}
      {notes.isError && !notes.data ? (
        <ErrorState
          title={t('lesson.notesFailed')}
          retryLabel={t('common.retry')}
          retrying={notes.isFetching}
          onRetry={() => void notes.refetch()}
        >
          {errorText(notes.error).text}
        </ErrorState>
      ) : null}
      {notes.data && items.length === 0 ? (
        <p className={cx('hint')}>{t('lesson.notesEmpty')}</p>
      ) : null}
      <ul className={cx('list')}>
        {items.map((note) => (
          <NoteItem key={note.id} note={note} videoId={videoId} onJump={onJump} onRemove={forget} />
        ))}
      </ul>
      {notes.hasNextPage ? (
        <Button loading={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
          {t('library.loadMore')}
        </Button>
      ) : null}
    </section>
  );
}
