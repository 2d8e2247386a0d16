import { randomUUID } from 'node:crypto';
import {
  basePath,
  type Client,
  createClient,
  type DeviceStep,
  endpoints,
  responseHeaders,
} from '@prahari/contract';
import * as dpop from 'dpop';
import * as z from 'zod/mini';

const { auth } = endpoints;
const proofClaims = z.object({ jti: z.string() });

/** A client that is not a browser: a device key of its own, tokens in the body, no cookies but one. */
export interface TestClient extends Client {
  readonly deviceId: string;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** As what it names itself; left out, as Node does. */
  userAgent: string | undefined;
  /** Whether it says that it is a browser, and so gets its refresh token as a cookie. */
  isBrowser: boolean;
  /** How the last sign-in asked the browser to bind the session. */
  registration: string | null;
  /** Where it calls from, for a server that trusts this machine as its proxy. */
  address: string | undefined;
  readonly keys: dpop.KeyPair;
  /** What its next sign-in or renewal says of its steps; left out, as programs do. */
  step: DeviceStep | null;
  /** Whether the last answer said that the device may go on. */
  isStepTaken: boolean;
  /** What the server set, by name. */
  readonly cookies: Map<string, string>;
  /** Signs in and keeps the tokens. */
  signIn(contactNumber: string, password: string): Promise<void>;
  /** Opens the video-access session and keeps its cookie. */
  confirmPassword(password: string): Promise<void>;
}

const takesStep = [auth.login, auth.refresh].map(({ path }) => `${basePath}${path}`);

/** @param copied keys of another client, whose copy this is */
export async function createTestClient(origin: string, copied?: dpop.KeyPair): Promise<TestClient> {
  const keys = copied ?? (await dpop.generateKeyPair('ES256'));
  const deviceId = await dpop.calculateThumbprint(keys.publicKey);
  const cookies = new Map<string, string>();
  const client: TestClient = {
    ...createClient({
      origin,
      clientName: 'prahari-tests',
      clientVersion: '0',
      async send({ url, ...request }) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const { userAgent, address } = client;
        const headers = {
          ...request.headers,
          ...(cookie ? { cookie } : {}),
          ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
          ...(client.isBrowser ? { 'sec-fetch-site': 'same-origin' } : {}),
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        };
        const answer = await fetch(url, { ...request, headers });
        client.isStepTaken = answer.headers.get(responseHeaders.step) === 'taken';
        const registration = answer.headers.get('secure-session-registration');
        if (registration) client.registration = registration;
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value) cookies.set(name, value);
          else cookies.delete(name);
        }
        return {
          status: answer.status,
          header: (name) => answer.headers.get(name),
          text: () => answer.text(),
          bytes: async () => new Uint8Array(await answer.arrayBuffer()),
        };
      },
      async prove({ method, url, nonce, accessToken }) {
        const isStep = client.step && takesStep.some((path) => url.endsWith(path));
        const { from = '', to = '', count = 0 } = client.step ?? {};
        const steps = isStep ? { step: { from, to, count } } : {};
        const proof = await dpop.generateProof(keys, url, method, nonce, accessToken, steps);
        const claims = Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString();
        return { proof, requestKey: proofClaims.parse(JSON.parse(claims)).jti, deviceId };
      },
      newCorrelationId: randomUUID,
      accessToken: () => client.accessToken,
      async renewSession() {
        return false;
      },
    }),
    deviceId,
    keys,
    step: null,
    isStepTaken: false,
    cookies,
    isBrowser: false,
    registration: null,
    userAgent: undefined,
    address: undefined,
    accessToken: undefined,
    refreshToken: undefined,
    async signIn(contactNumber, password) {
      const data = await client.call(endpoints.auth.login, { body: { contactNumber, password } });
      client.accessToken = data.accessToken;
      client.refreshToken = data.refreshToken ?? undefined;
    },
    async confirmPassword(password) {
      await client.call(endpoints.auth.validatePassword, { body: { password } });
    },
  };
  return client;
}
