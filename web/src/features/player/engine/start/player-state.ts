import type { Interruption } from '../network/keep-streaming.ts';

/**
 * The state of the player (specification, section 4), preceded by the password question. Each start
 * has a number: late reports of an abandoned start are ignored. A start that follows an
 * interruption goes on at `leftAtSeconds`, which the server may not know. The playback itself is
 * only stored here, never inspected.
 */
export type PlayerState<Playback> =
  | {
      readonly kind: 'loading';
      readonly attempt: number;
      readonly playback: Playback | null;
      readonly leftAtSeconds: number | null;
    }
  | { readonly kind: 'locked'; readonly attempt: number; readonly leftAtSeconds: number | null }
  | {
      readonly kind: 'ready';
      readonly attempt: number;
      readonly playback: Playback;
      /** The reason of the wait while the buffer keeps playing. */
      readonly interruption: Interruption | null;
    }
  | {
      readonly kind: 'error';
      readonly attempt: number;
      readonly error: unknown;
      readonly leftAtSeconds: number | null;
    };

export type PlayerEvent<Playback> =
  /** The password must be confirmed; also in mid-play, when the hour is over. */
  | {
      readonly type: 'access-required';
      readonly attempt: number;
      readonly atSeconds?: number;
    }
  | { readonly type: 'confirmed' }
  | { readonly type: 'begun'; readonly attempt: number; readonly playback: Playback }
  | { readonly type: 'loaded'; readonly attempt: number }
  | {
      readonly type: 'interrupted';
      readonly attempt: number;
      readonly interruption: Interruption | null;
    }
  | {
      readonly type: 'failed';
      readonly attempt: number;
      readonly error: unknown;
      readonly atSeconds?: number;
    }
  | { readonly type: 'retry' };

export const initialPlayerState: PlayerState<never> = {
  kind: 'loading',
  attempt: 1,
  playback: null,
  leftAtSeconds: null,
};

export function playerReducer<Playback>(
  state: PlayerState<Playback>,
  event: PlayerEvent<Playback>,
): PlayerState<Playback> {
  const { attempt } = state;
  if ('attempt' in event && event.attempt !== attempt) return state;
  switch (event.type) {
    case 'access-required':
      return isOnItsWay(state)
        ? { kind: 'locked', attempt, leftAtSeconds: placeOf(state, event.atSeconds) }
        : state;
    case 'confirmed':
      return state.kind === 'locked' ? startAgain(state) : state;
    case 'begun':
      return state.kind === 'loading' ? { ...state, playback: event.playback } : state;
    case 'loaded':
      return state.kind === 'loading' && state.playback
        ? { kind: 'ready', attempt, playback: state.playback, interruption: null }
        : state;
    case 'interrupted':
      return state.kind === 'ready' && state.interruption !== event.interruption
        ? { ...state, interruption: event.interruption }
        : state;
    case 'failed':
      return isOnItsWay(state)
        ? {
            kind: 'error',
            attempt,
            error: event.error,
            leftAtSeconds: placeOf(state, event.atSeconds),
          }
        : state;
    case 'retry':
      return state.kind === 'error' ? startAgain(state) : state;
  }
}

type OnItsWay<Playback> = Extract<PlayerState<Playback>, { kind: 'loading' | 'ready' }>;
type Stopped<Playback> = Extract<PlayerState<Playback>, { kind: 'locked' | 'error' }>;

function isOnItsWay<Playback>(state: PlayerState<Playback>): state is OnItsWay<Playback> {
  return state.kind === 'loading' || state.kind === 'ready';
}

/** Only pictures that were there tell a place; a start that failed keeps the one it was to go to. */
function placeOf<Playback>(
  state: OnItsWay<Playback>,
  atSeconds: number | undefined,
): number | null {
  return state.kind === 'ready' ? (atSeconds ?? null) : state.leftAtSeconds;
}

function startAgain<Playback>({ attempt, leftAtSeconds }: Stopped<Playback>): PlayerState<never> {
  return { kind: 'loading', attempt: attempt + 1, playback: null, leftAtSeconds };
}
