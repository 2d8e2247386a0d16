import type { Stream } from '@prahari/contract';

/**
 * Where the player stands (specification, section 4), with the password question before it.
 * Each start has a number: what an abandoned start still reports is ignored.
 */
export type PlayerState =
  | { readonly kind: 'loading'; readonly attempt: number; readonly stream: Stream | null }
  | { readonly kind: 'locked'; readonly attempt: number }
  | { readonly kind: 'ready'; readonly attempt: number; readonly stream: Stream }
  | { readonly kind: 'error'; readonly attempt: number; readonly error: unknown };

export type PlayerEvent =
  | { readonly type: 'access-required'; readonly attempt: number }
  | { readonly type: 'confirmed' }
  | { readonly type: 'opened'; readonly attempt: number; readonly stream: Stream }
  | { readonly type: 'loaded'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly error: unknown }
  | { readonly type: 'retry' };

export const initialPlayerState: PlayerState = { kind: 'loading', attempt: 1, stream: null };

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  const { attempt } = state;
  if ('attempt' in event && event.attempt !== attempt) return state;
  switch (event.type) {
    case 'access-required':
      return state.kind === 'loading' ? { kind: 'locked', attempt } : state;
    case 'confirmed':
      return state.kind === 'locked' ? startAgain(attempt) : state;
    case 'opened':
      return state.kind === 'loading' ? { ...state, stream: event.stream } : state;
    case 'loaded':
      return state.kind === 'loading' && state.stream
        ? { kind: 'ready', attempt, stream: state.stream }
        : state;
    case 'failed':
      return state.kind === 'loading' || state.kind === 'ready'
        ? { kind: 'error', attempt, error: event.error }
        : state;
    case 'retry':
      return state.kind === 'error' ? startAgain(attempt) : state;
  }
}

function startAgain(attempt: number): PlayerState {
  return { kind: 'loading', attempt: attempt + 1, stream: null };
}
