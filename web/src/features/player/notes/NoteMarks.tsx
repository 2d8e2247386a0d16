import type { Note } from '@prahari/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './NoteMarks.module.css';
import { findNeighbour, placeNotes } from './place-notes.ts';
import { useMarkedNotes } from './use-notes.ts';

const cx = classNames(styles);

export interface NoteMarksProps {
  readonly videoId: string;
  readonly durationSeconds: number;
  readonly onSeek: (seconds: number) => void;
  /** Told when the words of a note show over the bar, and when not any more. */
  readonly onPointing: (isPointing: boolean) => void;
}

/** The own notes on the bar: their words show at a touch of pointer or keys, and a click goes there. */
export function NoteMarks({ videoId, durationSeconds, onSeek, onPointing }: NoteMarksProps) {
  const { t } = useText();
  const format = useFormat();
  const placed = placeNotes(useMarkedNotes(videoId), durationSeconds);
  const [shownId, setShownId] = useState<string | null>(null);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const marks = useRef(new Map<string, HTMLButtonElement>());
  // One stop for Tab; the arrows lead from mark to mark.
  const stop = placed.find(({ note }) => note.id === reachedId) ?? placed[0];
  const shown = placed.find(({ note }) => note.id === shownId);

  function show(note: Note | null) {
    setShownId(note?.id ?? null);
    onPointing(note !== null);
  }

  function onKeyDown(event: KeyboardEvent, note: Note) {
    const neighbour = findNeighbour(placed, note, event.key);
    if (neighbour === null) return;
    // Elsewhere in the player they seek.
    event.preventDefault();
    setReachedId(neighbour.id);
    marks.current.get(neighbour.id)?.focus();
  }

  return (
    <>
      {placed.map(({ note, share }) => (
        <button
          key={note.id}
          ref={(element) => {
            if (element) marks.current.set(note.id, element);
            else marks.current.delete(note.id);
          }}
          type="button"
          className={cx('mark')}
          style={{ left: `${share * 100}%` }}
          tabIndex={note === stop?.note ? 0 : -1}
          aria-label={`${t('lesson.noteAt', { time: format.duration(note.positionSeconds) })}: ${note.text}`}
          onClick={() => onSeek(note.positionSeconds)}
          onKeyDown={(event) => onKeyDown(event, note)}
          onPointerEnter={() => show(note)}
          onPointerLeave={() => show(null)}
          onFocus={() => show(note)}
          onBlur={() => show(null)}
          // A click leaves the keys where they were.
          onMouseDown={(event) => event.preventDefault()}
        />
      ))}
      {shown ? (
        <span
          className={cx('words')}
          style={{ left: `${Math.min(0.88, Math.max(0.12, shown.share)) * 100}%` }}
          aria-hidden="true"
          data-testid="note-words"
        >
          <span className={cx('time')}>{format.duration(shown.note.positionSeconds)}</span>
          <span className={cx('text')}>{shown.note.text}</span>
        </span>
      ) : null}
    </>
  );
}
