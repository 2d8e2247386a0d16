import type { Note } from '@prahari/contract';

export interface PlacedNote {
  readonly note: Note;
  /** Of the bar, 0 to 1. */
  readonly share: number;
}

/** Places notes on a bar, in the order of their moments; those past the end stand at it. */
export function placeNotes(notes: readonly Note[], durationSeconds: number): PlacedNote[] {
  if (durationSeconds <= 0) return [];
  return notes
    .map((note) => ({ note, share: Math.min(1, note.positionSeconds / durationSeconds) }))
    .sort((one, other) => one.share - other.share);
}

/** The note that a key leads to; null where it leads nowhere. */
export function findNeighbour(placed: readonly PlacedNote[], from: Note, key: string): Note | null {
  const at = placed.findIndex(({ note }) => note.id === from.id);
  if (at === -1) return null;
  if (key === 'ArrowLeft') return placed[Math.max(0, at - 1)]?.note ?? null;
  if (key === 'ArrowRight') return placed[at + 1]?.note ?? from;
  return null;
}
