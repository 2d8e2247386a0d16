import { responseHeaders, type Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import type { Api } from '../../../shared/api/browser-api.ts';
import { explain, httpRefusalOf, PlaybackFailure } from './playback-failure.ts';
import { loadPlayerLibrary } from './player-library.ts';

export interface Engine {
  destroy(): Promise<void>;
}

export interface EngineInput {
  readonly video: HTMLVideoElement;
  readonly stream: Stream;
  readonly api: Pick<Api, 'headersFor' | 'noteNonce'>;
  /** Called when playback breaks after it had started. */
  readonly onError: (error: unknown) => void;
}

/**
 * Loads the stream into the video element, paused, at the place where the learner left off, so that
 * the first picture is there before anybody clicks.
 * @throws ApiError when the server refused, PlaybackFailure otherwise.
 */
export async function startEngine({ video, stream, api, onError }: EngineInput): Promise<Engine> {
  const shaka = await loadPlayerLibrary();
  shaka.polyfill.installAll();
  if (!shaka.Player.isBrowserSupported()) throw new PlaybackFailure('player.unsupportedBrowser');
  const player = new shaka.Player();
  try {
    await player.attach(video);
    player.configure(configurationOf(stream));
    authorise(shaka, player, api);
    await loadWithNonce(player, stream, api);
  } catch (error) {
    await player.destroy();
    throw await explain(error);
  }
  player.addEventListener('error', (event) => {
    void explain('detail' in event ? event.detail : event).then(onError);
  });
  return { destroy: () => player.destroy() };
}

function configurationOf({ keySystems, policy }: Stream) {
  // A repeated request would carry the same proof, and a proof is good for one request only.
  const once = { maxAttempts: 1 };
  return {
    drm: {
      servers: { 'org.w3.clearkey': absolute(keySystems['org.w3.clearkey'].licenseUrl) },
      retryParameters: once,
    },
    manifest: { retryParameters: once },
    streaming: {
      bufferingGoal: policy.bufferingGoalSeconds,
      rebufferingGoal: policy.rebufferingGoalSeconds,
      bufferBehind: policy.bufferBehindSeconds,
    },
    abr: { enabled: true },
  };
}

/** Manifest and licence are calls of the API; segments lie under a signed path and need nothing. */
function authorise(
  library: typeof shaka,
  player: shaka.Player,
  api: Pick<Api, 'headersFor' | 'noteNonce'>,
): void {
  const { MANIFEST, LICENSE } = library.net.NetworkingEngine.RequestType;
  const network = player.getNetworkingEngine();
  if (network === null) throw new PlaybackFailure('player.loadFailed');
  network.registerRequestFilter(async (type, request) => {
    if (type !== MANIFEST && type !== LICENSE) return;
    const uri = request.uris[0] ?? '';
    request.allowCrossSiteCredentials = true;
    Object.assign(request.headers, await api.headersFor(request.method, uri));
    if (type === LICENSE) request.headers['content-type'] = 'application/json';
  });
  network.registerResponseFilter((type, response) => {
    if (type === MANIFEST || type === LICENSE) api.noteNonce(headerReader(response.headers));
  });
}

async function loadWithNonce(
  player: shaka.Player,
  stream: Stream,
  api: Pick<Api, 'noteNonce'>,
): Promise<void> {
  // Named, because the address has no ending to tell it by and Shaka would ask once more.
  const load = () =>
    player.load(absolute(stream.manifest.dash), stream.resumeAtSeconds, 'application/dash+xml');
  try {
    await load();
  } catch (error) {
    const refusal = httpRefusalOf(error);
    if (refusal?.headers[responseHeaders.nonce] === undefined) throw error;
    api.noteNonce(headerReader(refusal.headers));
    await load();
  }
}

function headerReader(headers: Readonly<Record<string, string>>) {
  return { header: (name: string) => headers[name] ?? null };
}

function absolute(address: string): string {
  return new URL(address, window.location.href).href;
}
