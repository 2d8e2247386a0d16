import { randomUUID } from 'node:crypto';
import { type Client, createClient, endpoints } from '@prahari/contract';
import * as dpop from 'dpop';

/** A client that is no browser: a device key of its own, tokens in the body, cookies kept here. */
export interface ApiClient extends Client {
  readonly origin: string;
  readonly deviceId: string;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** What the server set, by name. */
  readonly cookies: Map<string, string>;
  /** Signs in and keeps the tokens. @throws ApiError */
  signIn(contactNumber: string, password: string): Promise<void>;
}

export async function createApiClient(origin: string): Promise<ApiClient> {
  const keys = await dpop.generateKeyPair('ES256');
  const deviceId = await dpop.calculateThumbprint(keys.publicKey);
  const cookies = new Map<string, string>();
  const client: ApiClient = {
    ...createClient({
      origin,
      clientName: 'prahari-e2e',
      clientVersion: '0',
      async send({ url, ...request }) {
        const answer = await fetch(url, {
          ...request,
          headers: { ...request.headers, ...cookieHeader(cookies) },
        });
        keepCookies(cookies, answer.headers.getSetCookie());
        return {
          status: answer.status,
          header: (name) => answer.headers.get(name),
          text: () => answer.text(),
          bytes: async () => new Uint8Array(await answer.arrayBuffer()),
        };
      },
      async prove({ method, url, nonce, accessToken }) {
        const proof = await dpop.generateProof(keys, url, method, nonce, accessToken);
        return { proof, requestKey: requestKeyOf(proof), deviceId };
      },
      newCorrelationId: randomUUID,
      accessToken: () => client.accessToken,
      // A test that wants a new token asks for it.
      renewSession: async () => false,
    }),
    origin,
    deviceId,
    cookies,
    accessToken: undefined,
    refreshToken: undefined,
    async signIn(contactNumber, password) {
      const data = await client.call(endpoints.auth.login, { body: { contactNumber, password } });
      client.accessToken = data.accessToken;
      client.refreshToken = data.refreshToken ?? undefined;
    },
  };
  return client;
}

/** The header that a browser would send; none without cookies. */
export function cookieHeader(cookies: ReadonlyMap<string, string>): Record<string, string> {
  if (cookies.size === 0) return {};
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
}

function requestKeyOf(proof: string): string {
  const payload = Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString();
  const claims: unknown = JSON.parse(payload);
  if (typeof claims === 'object' && claims !== null && 'jti' in claims) return String(claims.jti);
  throw new TypeError('A proof without jti');
}
