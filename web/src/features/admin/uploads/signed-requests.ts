import { endpoints } from '@prahari/contract';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import type { Api } from '../../../shared/api/browser-api.ts';

type Body = Blob | ArrayBuffer | null;

/**
 * The requests of the upload protocol, each with a fresh proof. After a 401, one cheap call learns
 * the nonce and renews the session, and the request is sent again: the protocol would take a 401
 * for the end of the upload.
 */
export function createSignedRequests(api: Api): HttpStack {
  return {
    getName: () => 'prahari',
    createRequest: (method, url) => createRequest(api, method, url),
  };
}

function createRequest(api: Api, method: string, url: string): HttpRequest {
  const headers = new Map<string, string>();
  let onProgress: (sentBytes: number) => void = () => undefined;
  let current: XMLHttpRequest | undefined;
  let aborted = false;

  async function exchange(body: Body): Promise<XMLHttpRequest> {
    const signed = await api.headersFor(method, url);
    if (aborted) return never();
    const request = new XMLHttpRequest();
    current = request;
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of [...headers, ...Object.entries(signed)]) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => onProgress(event.loaded);
    return new Promise((resolve, reject) => {
      request.onload = () => resolve(request);
      request.onerror = () => reject(new Error('The line dropped'));
      request.send(body);
    });
  }

  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => void headers.set(name, value),
    getHeader: (name) => headers.get(name),
    setProgressHandler(handler) {
      onProgress = handler;
    },
    async send(content: Blob | null) {
      const body = content ? await content.arrayBuffer() : null;
      if (body) headers.set('Upload-Checksum', await computeChecksum(body));
      let answer = await exchange(body);
      if (answer.status === 401) {
        await api.call(endpoints.auth.validate, {});
        answer = await exchange(body);
      }
      const response = readResponse(answer);
      api.noteNonce({ header: (name) => response.getHeader(name) ?? null });
      return response;
    },
    async abort() {
      aborted = true;
      current?.abort();
    },
    getUnderlyingObject: () => current,
  };
}

/** tus 1.0, checksum. */
async function computeChecksum(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return `sha256 ${btoa(String.fromCharCode(...digest))}`;
}

function readResponse(request: XMLHttpRequest): HttpResponse {
  return {
    getStatus: () => request.status,
    getHeader: (name) => request.getResponseHeader(name) ?? undefined,
    getBody: () => request.responseText,
    getUnderlyingObject: () => request,
  };
}

/** The error of an aborted request in browsers. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
