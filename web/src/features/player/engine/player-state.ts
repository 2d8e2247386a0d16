/**
 * Where the player stands (specification, section 4), with the password question before it.
 * Each start has a number: what an abandoned start still reports is ignored. What is played is only
 * kept here, never looked at.
 */
export type PlayerState<Playback> =
  | { readonly kind: 'loading'; readonly attempt: number; readonly playback: Playback | null }
  | { readonly kind: 'locked'; readonly attempt: number }
  | { readonly kind: 'ready'; readonly attempt: number; readonly playback: Playback }
  | { readonly kind: 'error'; readonly attempt: number; readonly error: unknown };

export type PlayerEvent<Playback> =
  | { readonly type: 'access-required'; readonly attempt: number }
  | { readonly type: 'confirmed' }
  | { readonly type: 'begun'; readonly attempt: number; readonly playback: Playback }
  | { readonly type: 'loaded'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly error: unknown }
  | { readonly type: 'retry' };

export const initialPlayerState: PlayerState<never> = {
  kind: 'loading',
  attempt: 1,
  playback: null,
};

export function playerReducer<Playback>(
  state: PlayerState<Playback>,
  event: PlayerEvent<Playback>,
): PlayerState<Playback> {
  const { attempt } = state;
  if ('attempt' in event && event.attempt !== attempt) return state;
  switch (event.type) {
    case 'access-required':
      return state.kind === 'loading' ? { kind: 'locked', attempt } : state;
    case 'confirmed':
      return state.kind === 'locked' ? startAgain(attempt) : state;
    case 'begun':
      return state.kind === 'loading' ? { ...state, playback: event.playback } : state;
    case 'loaded':
      return state.kind === 'loading' && state.playback
        ? { kind: 'ready', attempt, playback: state.playback }
        : state;
    case 'failed':
      return state.kind === 'loading' || state.kind === 'ready'
        ? { kind: 'error', attempt, error: event.error }
        : state;
    case 'retry':
      return state.kind === 'error' ? startAgain(attempt) : state;
  }
}

function startAgain(attempt: number): PlayerState<never> {
  return { kind: 'loading', attempt: attempt + 1, playback: null };
}
