/**
 * The fullscreen rule (specification, section 2, Video player): pictures move in fullscreen only.
 * Pure: events in, the next state and what to do out.
 */
export interface FullscreenState {
  readonly fullscreen: boolean;
  readonly playing: boolean;
  /** The user asked to play outside fullscreen; entering it will start the video. */
  readonly playWaiting: boolean;
  /** It was paused because the page was out of sight. */
  readonly hiddenInPlay: boolean;
}

export type FullscreenEvent =
  | 'play-asked'
  | 'pause-asked'
  /** Space. */
  | 'play-toggled'
  /** F11. */
  | 'fullscreen-toggled'
  /** Escape, or the button that leaves. */
  | 'exit-asked'
  | 'entered'
  | 'refused'
  | 'left'
  /** Another tab, a locked screen, a window behind. */
  | 'hidden'
  | 'shown'
  | 'media-playing'
  | 'media-paused';

export type Command = 'play' | 'pause' | 'enter' | 'exit';

export interface Outcome {
  readonly state: FullscreenState;
  readonly commands: readonly Command[];
}

export const initialFullscreenState: FullscreenState = {
  fullscreen: false,
  playing: false,
  playWaiting: false,
  hiddenInPlay: false,
};

export function decideFullscreen(state: FullscreenState, event: FullscreenEvent): Outcome {
  switch (event) {
    case 'play-asked':
      return state.fullscreen
        ? outcome(state, ['play'])
        : outcome({ ...state, playWaiting: true }, ['enter']);
    case 'pause-asked':
      return outcome({ ...state, playWaiting: false, hiddenInPlay: false }, ['pause']);
    case 'play-toggled':
      if (!state.fullscreen) return outcome(state);
      return outcome(state, [state.playing ? 'pause' : 'play']);
    case 'fullscreen-toggled':
      return outcome(state, [state.fullscreen ? 'exit' : 'enter']);
    case 'exit-asked':
      return outcome(state, state.fullscreen ? ['exit'] : []);
    case 'entered':
      return outcome(
        { ...state, fullscreen: true, playWaiting: false },
        state.playWaiting ? ['play'] : [],
      );
    case 'refused':
      return outcome({ ...state, playWaiting: false }, ['pause']);
    case 'left':
      return outcome({ ...state, fullscreen: false, playWaiting: false, hiddenInPlay: false }, [
        'pause',
      ]);
    case 'hidden':
      return outcome({ ...state, hiddenInPlay: state.fullscreen && state.playing }, ['pause']);
    case 'shown':
      return outcome(
        { ...state, hiddenInPlay: false },
        state.fullscreen && state.hiddenInPlay ? ['play'] : [],
      );
    case 'media-playing':
      // A media key or an extension started it: the picture stays still until fullscreen is
      // entered.
      return state.fullscreen
        ? outcome({ ...state, playing: true })
        : outcome({ ...state, playing: true, playWaiting: true }, ['pause', 'enter']);
    case 'media-paused':
      return outcome({ ...state, playing: false });
  }
}

function outcome(state: FullscreenState, commands: readonly Command[] = []): Outcome {
  return { state, commands };
}
