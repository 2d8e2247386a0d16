import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import { classifyFailure, explain, readShakaFields } from '../playback-failure.ts';
import type { MediaPath } from './media-path.ts';
import { decideRemedy, endTrouble, type RecoveryState, wellState } from './recovery.ts';

/** The reason of the wait: the network, or a server that answers without data. */
export type Interruption = 'network' | 'server';

export interface KeepStreamingInput {
  readonly player: shaka.Player;
  readonly library: typeof shaka;
  readonly path: MediaPath;
  /** Called when nothing helps. */
  readonly onError: (error: unknown) => void;
  /** Called with what is waited for, and with null when pictures come in again. */
  readonly onInterrupted: (interruption: Interruption | null) => void;
}

/**
 * Keeps a video playing through lost networks, restarted servers and renewed paths: sends segment
 * requests under the path of now, and acts on what goes wrong. Call it before the video is loaded.
 */
export function keepStreaming(input: KeepStreamingInput): void {
  const { player, library, path, onError, onInterrupted } = input;
  const { SEGMENT } = library.net.NetworkingEngine.RequestType;
  const net = player.getNetworkingEngine();
  let state: RecoveryState = wellState;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /** Once: sound and picture fail together, and the first cause is the one to tell. */
  function giveUp(error: unknown): void {
    if (isOver) return;
    isOver = true;
    onError(explain(error));
  }

  net?.registerRequestFilter((type, request) => {
    if (type !== SEGMENT) return;
    request.uris = request.uris.map(path.rewrite);
    if (state.withCredentials) request.allowCrossSiteCredentials = true;
  });
  net?.registerResponseFilter((type) => {
    if (type !== SEGMENT || state.troubledSinceMs === null) return;
    state = endTrouble(state);
    onInterrupted(null);
  });

  async function retryRefused(error: unknown): Promise<void> {
    const isRenewed = await path.renew(String(readShakaFields(error).data[0]));
    if (isRenewed) player.retryStreaming();
    else giveUp(error);
  }

  player.addEventListener('error', (event) => {
    const error = 'detail' in event ? event.detail : event;
    const next = decideRemedy(state, error, Date.now());
    state = next.state;
    switch (next.remedy.act) {
      case 'none':
        return;
      case 'give-up':
        return giveUp(error);
      case 'renew-path':
        return void retryRefused(error).catch(giveUp);
      case 'retry':
        onInterrupted(classifyFailure(error) === 'busy' ? 'server' : 'network');
        clearTimeout(timer);
        timer = setTimeout(() => player.retryStreaming(), next.remedy.afterMs);
    }
  });
}
