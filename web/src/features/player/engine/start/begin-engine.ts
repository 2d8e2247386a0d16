import type { Stream } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';
import { entrust } from '../../protection/lesson-video.ts';
import { takePlayer } from './player-at-hand.ts';
import { type Engine, startEngine } from './start-engine.ts';

export interface EngineListener {
  /** Playback broke after it had started. */
  onError(error: unknown): void;
  /** The network is gone and waited for (true), or pictures come in again (false). */
  onInterrupted(isInterrupted: boolean): void;
}

/** An engine on its way, in a video element that the stage shows when it is there. */
export interface BegunEngine {
  readonly video: HTMLVideoElement;
  /** Rejects with an ApiError when the server refused, with a PlaybackFailure otherwise. */
  readonly started: Promise<Engine>;
  /** @returns to be called at the end; an engine without holders is destroyed. */
  hold(listener: EngineListener): () => void;
}

/**
 * Starts to load what the server just opened, whether or not its page has been rendered by now.
 * Before it was chosen everything is made ready and nothing fetched.
 */
export function beginEngine(
  api: Pick<Api, 'call'>,
  stream: Stream,
  chosen: Promise<void>,
): BegunEngine {
  const atHand = takePlayer();
  entrust(atHand.video, stream);
  const listeners = new Set<EngineListener>();
  let broken: { readonly error: unknown } | undefined;
  const started = startEngine({
    atHand,
    stream,
    api,
    chosen,
    onError(error) {
      broken = { error };
      for (const listener of listeners) listener.onError(error);
    },
    onInterrupted(isInterrupted) {
      for (const listener of listeners) listener.onInterrupted(isInterrupted);
    },
  });
  // Its holder learns of the failure.
  started.catch(() => undefined);

  function destroyUnlessHeld() {
    if (listeners.size > 0) return;
    // Without its player a start breaks off, and cleans up after itself.
    atHand.ready
      .then(({ player }) => player.destroy())
      .then(() => started)
      .then((engine) => engine.destroy())
      .catch(() => undefined);
  }

  return {
    video: atHand.video,
    started,
    hold(listener) {
      listeners.add(listener);
      // It may have broken before its page was there.
      if (broken) listener.onError(broken.error);
      return () => {
        listeners.delete(listener);
        // React's strict mode lets go and takes hold again at once.
        setTimeout(destroyUnlessHeld, 0);
      };
    },
  };
}
