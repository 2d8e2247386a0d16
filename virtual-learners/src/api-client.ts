import { randomUUID } from 'node:crypto';
import {
  ApiError,
  basePath,
  type Client,
  createClient,
  type DeviceStep,
  endpoints,
  type LoginData,
  responseHeaders,
} from '@prahari/contract';
import { createDevice, type DeviceKeys } from './device.ts';

const { auth } = endpoints;

/** A client that is not a browser: its own device key, tokens in the body, and a cookie jar. */
export interface ApiClient extends Client {
  readonly origin: string;
  readonly deviceId: string;
  readonly keys: DeviceKeys;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** The cookies that the server set, by name. */
  readonly cookies: Map<string, string>;
  /** As what it names itself; left out, as Node does. */
  userAgent: string | undefined;
  /** Whether it says that it is a browser, and so gets its refresh token as a cookie. */
  isBrowser: boolean;
  /** Its address, for a server that trusts this machine as its proxy. */
  address: string | undefined;
  /** The steps in its next sign-in or renewal; omitted by default, as programs do. */
  step: DeviceStep | null;
  /** Whether the last answer said that the device may continue. */
  isStepTaken: boolean;
  /** How the last sign-in asked the browser to bind the session. */
  registration: string | null;
  /** For the `Cookie` header; empty without cookies. */
  cookieHeader(): string;
  /** Signs in and keeps the tokens. @throws ApiError */
  signIn(contactNumber: string, password: string): Promise<void>;
  /** Opens the video-access session and keeps its cookie. @throws ApiError */
  confirmPassword(password: string): Promise<void>;
}

export interface ApiClientOptions {
  /** Keys of another client, whose copy this is. */
  readonly keys?: DeviceKeys | undefined;
  readonly userAgent?: string | undefined;
  /** The transport of calls, if it is not Node's own connections. */
  readonly transport?: typeof fetch;
  /**
   * Whether it renews its access token where a call meets one that expired, as the web app does; left
   * out, a test that wants a new token asks for it. Without a refresh token it never does.
   */
  readonly renewsSession?: boolean;
}

const takesStep = [auth.login, auth.refresh].map(({ path }) => `${basePath}${path}`);

export async function createApiClient(
  origin: string,
  options: ApiClientOptions = {},
): Promise<ApiClient> {
  const { transport = fetch, renewsSession = false } = options;
  const device = await createDevice(options.keys);
  const cookies = new Map<string, string>();
  const ownAgent = (): Record<string, string> =>
    client.userAgent === undefined ? {} : { 'user-agent': client.userAgent };
  const calls = createClient({
    origin,
    clientName: 'prahari-testkit',
    clientVersion: '0',
    async send({ url, ...request }) {
      const headers = {
        ...request.headers,
        ...ownAgent(),
        ...(cookies.size === 0 ? {} : { cookie: client.cookieHeader() }),
        ...(client.isBrowser ? { 'sec-fetch-site': 'same-origin' } : {}),
        ...(client.address === undefined ? {} : { 'x-forwarded-for': client.address }),
      };
      const answer = await transport(url, { ...request, headers });
      client.isStepTaken = answer.headers.get(responseHeaders.step) === 'taken';
      client.registration =
        answer.headers.get('secure-session-registration') || client.registration;
      keepCookies(cookies, answer.headers.getSetCookie());
      return {
        status: answer.status,
        header: (name) => answer.headers.get(name),
        text: () => answer.text(),
        bytes: async () => new Uint8Array(await answer.arrayBuffer()),
      };
    },
    async prove(claims) {
      const isStep = takesStep.some((path) => claims.url.endsWith(path));
      return device.prove({ ...claims, step: (isStep && client.step) || undefined });
    },
    newCorrelationId: randomUUID,
    accessToken: () => client.accessToken,
    renewSession() {
      // All calls that meet the same expired token wait for one renewal: a refresh token is good for one.
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
  });
  let renewal: Promise<boolean> | undefined;
  async function renew(): Promise<boolean> {
    const { refreshToken } = client;
    if (!renewsSession || refreshToken === undefined) return false;
    try {
      keepTokens(await client.call(auth.refresh, { body: { refreshToken } }));
      return true;
    } catch (error) {
      // What it was refused for says more than that its session could not be renewed.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
  function keepTokens({ accessToken, refreshToken }: LoginData): void {
    client.accessToken = accessToken;
    client.refreshToken = refreshToken ?? undefined;
  }
  const client: ApiClient = {
    ...calls,
    origin,
    deviceId: device.id,
    keys: device.keys,
    cookies,
    accessToken: undefined,
    refreshToken: undefined,
    userAgent: options.userAgent,
    isBrowser: false,
    address: undefined,
    step: null,
    isStepTaken: false,
    registration: null,
    cookieHeader: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    headersFor: async (method, url) => ({
      ...(await calls.headersFor(method, url)),
      ...ownAgent(),
    }),
    async signIn(contactNumber, password) {
      keepTokens(await client.call(auth.login, { body: { contactNumber, password } }));
    },
    async confirmPassword(password) {
      await client.call(auth.validatePassword, { body: { password } });
    },
  };
  return client;
}

/** Sets an account's first password with the code that its creator received, and signs in. */
export async function activate(
  client: ApiClient,
  account: { readonly contactNumber: string; readonly code: string; readonly password: string },
): Promise<void> {
  const { contactNumber, code, password } = account;
  const { setPasswordToken } = await client.call(auth.verify, { body: { contactNumber, code } });
  await client.call(auth.setPassword, { body: { setPasswordToken, password } });
  await client.signIn(contactNumber, password);
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
}
