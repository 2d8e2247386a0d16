import { createClient, type DataOf, type Endpoint, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import type { PlayableCopies } from '../../../domain/offline/browser-copies.ts';
import { detailName, nameCaptions } from '../../../domain/offline/text-names.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createCorrelationId } from '../../../shared/api/correlation-id.ts';

export interface CopyApiInput {
  readonly api: Api;
  readonly copies: Pick<PlayableCopies, 'keepView' | 'read'>;
  readonly copyId: string;
  /** As the server gave it when the copy was made: JSON; null where a key system keeps it. */
  readonly licence: string;
  readonly expiresAtMs: number;
  /** Names of its files that are text. */
  readonly texts: readonly string[];
}

/** Calls of a player that a copy answers by itself. */
const answeredHere: readonly Endpoint[] = [
  endpoints.drm.clearKeyLicense,
  endpoints.drm.persistentLicense,
  endpoints.videos.analytics,
  endpoints.videos.protection,
  endpoints.videos.prefetch,
];

const reportSchema = z.object({ events: endpoints.offline.reportViews.body.shape.events });

/** And those that it answers by its texts, where it has them: of copies from before it has none. */
const answeredByTexts: readonly Endpoint[] = [endpoints.videos.get, endpoints.videos.captions];

/**
 * Answers what a player asks while it plays a copy: licence, chapters and captions are here, and what
 * it reports is kept until there is a connection. Everything else goes to the server, if that is there.
 */
export function createCopyApi(input: CopyApiInput): Api {
  const { api, copies, copyId, licence, texts } = input;
  const here = createClient({
    origin: window.location.origin,
    clientName: 'prahari-copy',
    clientVersion: '0',
    prove: async () => ({ proof: '', requestKey: '', deviceId: '' }),
    newCorrelationId: createCorrelationId,
    accessToken: () => undefined,
    renewSession: async () => false,
    async send({ url, body }) {
      const path = new URL(url).pathname;
      if (path.endsWith('/license')) return answer(licence);
      if (path.includes('/persistent-licenses/')) return answer(describeKept(lastOf(path), input));
      if (path.includes('/captions/')) return answer(await readText(nameCaptions(lastOf(path))));
      if (path.endsWith('/analytics')) await keepViews(body);
      if (path.endsWith(`/videos/${lastOf(path)}`))
        return answer(`{"data":${await readText(detailName)}}`);
      return answer('{"data":{"accepted":true,"completed":false}}');
    },
  });

  async function readText(name: string): Promise<string> {
    return new TextDecoder().decode(await copies.read(copyId, name));
  }

  async function keepViews(body: unknown): Promise<void> {
    const { events } = z.parse(reportSchema, JSON.parse(String(body)));
    for (const event of events) await copies.keepView(copyId, event);
  }

  async function call<E extends Endpoint>(endpoint: E, input: never): Promise<DataOf<E>>;
  async function call(endpoint: Endpoint, input: never): Promise<unknown> {
    const isHere =
      answeredHere.includes(endpoint) || (texts.length > 0 && answeredByTexts.includes(endpoint));
    return isHere ? here.call(endpoint, input) : api.call(endpoint, input);
  }

  return {
    ...api,
    call,
    // Nothing of a copy is sent by a page that goes: it is kept here already.
    headersFor: () => Promise.reject(new Error('a copy reports nothing by itself')),
  };
}

/** Says of the licence that a key system keeps what the server would: it is valid as long as its copy. */
function describeKept(videoId: string, { copyId, expiresAtMs }: CopyApiInput): string {
  const record = {
    videoId,
    drmSystem: 'widevine',
    sessionId: copyId,
    createdAt: new Date().toISOString(),
    expirationTime: new Date(expiresAtMs).toISOString(),
  };
  return JSON.stringify({ data: record });
}

const lastOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '');

function answer(text: string) {
  return {
    status: 200,
    header: () => null,
    text: async () => text,
    bytes: async () => new TextEncoder().encode(text),
  };
}
