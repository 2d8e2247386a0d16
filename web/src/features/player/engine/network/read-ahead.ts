import { endpoints, type Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import type { Api } from '../../../../shared/api/browser-api.ts';

export interface ReadAheadInput {
  readonly api: Pick<Api, 'call'>;
  readonly stream: Pick<Stream, 'videoId'>;
  readonly player: Pick<shaka.Player, 'getNetworkingEngine'>;
  readonly library: typeof shaka;
  readonly video: HTMLVideoElement;
}

/** Specification, section 7. */
const segmentsAhead = 3;
const segmentName = /\/([a-z][a-z0-9]{0,15})\/(\d{1,7})\.m4s(?:\?|$)/;

/**
 * Names the next segments to the server where they can't be foreseen: at the start, after a jump
 * and after a change of quality. The server reads them from its store while the first one is still
 * loading.
 */
export function readAhead({ api, stream, player, library, video }: ReadAheadInput): void {
  const { SEGMENT } = library.net.NetworkingEngine.RequestType;
  const fetched = new Map<string, number>();
  let isBegun = false;

  function ask(rendition: string, number: number) {
    const segments = Array.from(
      { length: segmentsAhead },
      (_, ahead) => `${rendition}/${number + ahead + 1}.m4s`,
    ).join();
    // A favour: without it segments come a little later.
    api
      .call(endpoints.videos.prefetch, { params: { id: stream.videoId }, query: { segments } })
      .catch(() => undefined);
  }

  player.getNetworkingEngine()?.registerResponseFilter((type, { uri }) => {
    const [, rendition, name] = (type === SEGMENT && segmentName.exec(uri)) || [];
    if (rendition === undefined) return;
    const number = Number(name);
    const isNext = fetched.get(rendition) === number - 1;
    fetched.set(rendition, number);
    if (isBegun && !isNext) ask(rendition, number);
  });
  // Nothing competes with the first picture.
  const begin = () => {
    isBegun = true;
    for (const [rendition, number] of fetched) ask(rendition, number);
  };
  video.addEventListener('loadeddata', begin, { once: true });
}
