import type { History } from './history.rules.ts';
import type { RecencyMap } from './recency-map.rules.ts';
import type { createRestarts, SavedRestarts } from './restarts.rules.ts';
import type { Series } from './series.rules.ts';
import type { createUsual, SavedUsual } from './usual.rules.ts';
import { restoreWindow, type SavedWindow, saveWindow } from './window.rules.ts';

/** So that no piece takes long to write as text. */
const entriesInPiece = 2000;

/** All that the engine knows. */
export interface EngineMemory {
  /** By name. */
  series: ReadonlyMap<string, Series>;
  /** By user. */
  readonly histories: RecencyMap<History>;
  readonly restarts: ReturnType<typeof createRestarts>;
  readonly usual: ReturnType<typeof createUsual>;
  /** The time of the latest event. */
  latestMs: number;
}

/** What the engine knows, in pieces that JSON keeps. */
export interface EngineState {
  readonly part: string;
  readonly text: string;
}

export function* saveMemory({
  series,
  histories,
  restarts,
  usual,
  latestMs,
}: EngineMemory): Generator<EngineState> {
  yield { part: 'clock', text: JSON.stringify(latestMs) };
  yield { part: 'restarts', text: JSON.stringify(restarts.save()) };
  yield { part: 'usual', text: JSON.stringify(usual.save()) };
  yield* cutIntoPieces('histories', histories, (history) => history);
  for (const [name, { windows }] of series) {
    yield* cutIntoPieces(`windows ${name}`, windows, saveWindow);
  }
}

/** Replaces all that was known; windows of series that no rule needs any more are left out. */
export function loadMemory(memory: EngineMemory, pieces: Iterable<EngineState>): void {
  const { series, histories, restarts, usual } = memory;
  memory.latestMs = 0;
  histories.clear();
  restarts.load([]);
  usual.load([]);
  for (const { windows } of series.values()) windows.clear();
  for (const { part, text } of pieces) {
    const name = part.slice(0, part.lastIndexOf('#'));
    if (part === 'clock') memory.latestMs = readJson<number>(text);
    else if (part === 'restarts') restarts.load(readJson<SavedRestarts[]>(text));
    else if (part === 'usual') usual.load(readJson<SavedUsual>(text));
    else if (name === 'histories') {
      for (const [id, history] of readJson<[string, History][]>(text)) histories.set(id, history);
    } else {
      const windows = series.get(name.slice('windows '.length))?.windows;
      if (!windows) continue;
      for (const [key, saved] of readJson<[string, SavedWindow][]>(text)) {
        windows.set(key, restoreWindow(saved));
      }
    }
  }
}

function* cutIntoPieces<Value>(
  name: string,
  map: Iterable<[string, Value]>,
  save: (value: Value) => unknown,
): Generator<EngineState> {
  let piece: [string, unknown][] = [];
  let at = 0;
  for (const [key, value] of map) {
    piece.push([key, save(value)]);
    if (piece.length < entriesInPiece) continue;
    yield { part: `${name}#${String(at).padStart(6, '0')}`, text: JSON.stringify(piece) };
    piece = [];
    at += 1;
  }
  if (piece.length > 0) {
    yield { part: `${name}#${String(at).padStart(6, '0')}`, text: JSON.stringify(piece) };
  }
}

/** Reads what `saveMemory` wrote. */
function readJson<Value>(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}
