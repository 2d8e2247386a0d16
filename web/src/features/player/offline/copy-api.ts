import { createClient, type DataOf, type Endpoint, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import type { PlayableCopies } from '../../../domain/offline/browser-copies.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createCorrelationId } from '../../../shared/api/correlation-id.ts';

export interface CopyApiInput {
  readonly api: Api;
  readonly copies: Pick<PlayableCopies, 'keepView'>;
  readonly copyId: string;
  /** As the server gave it when the copy was made: JSON. */
  readonly licence: string;
}

/** Calls of a player that a copy answers by itself. */
const answeredHere: readonly Endpoint[] = [
  endpoints.drm.clearKeyLicense,
  endpoints.videos.analytics,
  endpoints.videos.protection,
  endpoints.videos.prefetch,
];

const reportSchema = z.object({ events: endpoints.offline.reportViews.body.shape.events });

/**
 * Answers what a player asks while it plays a copy: the licence is here, and what it reports is kept
 * until there is a connection. Everything else goes to the server, if that is there.
 */
export function createCopyApi({ api, copies, copyId, licence }: CopyApiInput): Api {
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
      if (path.endsWith('/license')) return answerJson(licence);
      if (path.endsWith('/analytics')) await keepViews(body);
      return answerJson('{"data":{"accepted":true,"completed":false}}');
    },
  });

  async function keepViews(body: unknown): Promise<void> {
    const { events } = z.parse(reportSchema, JSON.parse(String(body)));
    for (const event of events) await copies.keepView(copyId, event);
  }

  async function call<E extends Endpoint>(endpoint: E, input: never): Promise<DataOf<E>>;
  async function call(endpoint: Endpoint, input: never): Promise<unknown> {
    return answeredHere.includes(endpoint) ? here.call(endpoint, input) : api.call(endpoint, input);
  }

  return {
    ...api,
    call,
    // Nothing of a copy is sent by a page that goes: it is kept here already.
    headersFor: () => Promise.reject(new Error('a copy reports nothing by itself')),
  };
}

function answerJson(text: string) {
  return {
    status: 200,
    header: () => null,
    text: async () => text,
    bytes: async () => new TextEncoder().encode(text),
  };
}
