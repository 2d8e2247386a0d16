import {
  ApiError,
  type CallInput,
  createClient,
  type DataOf,
  type Endpoint,
  endpoints,
  type LoginData,
  limits,
  requestHeaders,
  responseHeaders,
  type WireAnswer,
  type WireRequest,
} from '@prahari/contract';
import * as z from 'zod/mini';
import { browserConnection } from '../connection/browser-connection.ts';
import { noticeError } from '../errors/notice-error.ts';
import { NearRateLimit } from '../errors/noticed-error.ts';
import { type WorkWatch, withWork } from '../proof-of-work/with-work.ts';
import { browserStorage } from '../storage/browser-storage.ts';
import { clientVersion } from './client-version.ts';
import { createCorrelationId } from './correlation-id.ts';
import { type DeviceKey, openDeviceKey } from './device-key.ts';
import { createRenewal } from './renewal.ts';
import { createSession, type Session, type SignedOutCause } from './session.ts';

const MARK_KEY = 'prahari.renewed';
const CHANNEL = 'prahari-session';
const LOCK = 'prahari-renewal';
/** A token that dies sooner is renewed before a request whose refusal would cost much. */
const FRESH_MARGIN_MS = 30_000;

/** Everything that a page may ask of the server. */
export interface Api {
  readonly session: Session;
  /** Makes one call of the contract. @throws ApiError */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<DataOf<E>>;
  /** Works for it where the server asks for that. @throws ApiError; AbortError when that was cancelled */
  signIn(body: CallInput<typeof endpoints.auth.login>['body'], watch?: WorkWatch): Promise<void>;
  /** Ends the session here in any case. @throws ApiError when the server was not reached. */
  signOut(): Promise<void>;
  /** Gets a first access token from the cookie after the page was loaded. */
  resume(): Promise<void>;
  /** Headers for one request that the contract's client can't send itself: media, files, keepalive. */
  headersFor(method: string, url: string): Promise<Record<string, string>>;
  noteNonce(answer: { header(name: string): string | null }): void;
}

/** Wires the contract's client to this browser. Call it once for the page. */
export function createBrowserApi(origin: string): Api {
  let device: Promise<DeviceKey> | undefined;
  const session = createSession({
    storage: browserStorage,
    onStorageChange: (listener) =>
      window.addEventListener('storage', (event) => listener(event.key)),
    now: () => Date.now(),
  });
  const channel = openChannel();
  let leaving = false;
  const renewSession = createRenewal({
    rotate: () => client.call(endpoints.auth.refresh, { body: {} }),
    exclusively: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
    announce: channel.announce,
    onAnnounced: channel.onAnnounced,
    readMark: () => browserStorage.getItem(MARK_KEY),
    writeMark: () => browserStorage.setItem(MARK_KEY, createCorrelationId()),
    adopt: session.adopt,
    end: (refusal) => leaving || session.end(nameCause(refusal)),
    delay,
  });
  const client = createClient({
    origin,
    clientName: 'prahari-web',
    clientVersion,
    initialNonce: document.querySelector<HTMLMetaElement>('meta[name="dpop-nonce"]')?.content,
    async send(request) {
      const answer = await sendByFetch(request);
      if (answer.header(responseHeaders.step) === 'taken') {
        const key = request.headers[requestHeaders.requestKey];
        // Not awaited: an unmarked step is sent again, which does no harm.
        device?.then((one) => one.noteStepTaken(key)).catch(() => undefined);
      }
      return answer;
    },
    async prove(claims) {
      device ??= openDeviceKey().catch((error: unknown) => {
        // The user may make room, or allow it.
        device = undefined;
        throw error;
      });
      return (await device).prove({ ...claims, takesStep: stepPaths.test(claims.url) });
    },
    newCorrelationId: createCorrelationId,
    accessToken: session.accessToken,
    renewSession,
    pace: {
      now: () => performance.now(),
      delay,
      onNear(call, { remaining, limit }) {
        if (call !== errorReports) {
          noticeError(call, new NearRateLimit(`${remaining} of ${limit} calls are left`));
        }
      },
    },
  });

  /** Renews ahead of time, so that a request that can't be repeated is not refused. */
  async function keepFresh() {
    if (session.state().context && session.needsRenewal(FRESH_MARGIN_MS)) await renewSession();
  }

  // Page code can find it in React's data: a replaced function would silence the player's reports.
  const api: Api = {
    session,
    async call(endpoint, input) {
      try {
        return await client.call(endpoint, input);
      } catch (error) {
        if (isWorthNoticing(endpoint)) {
          noticeError(`${endpoint.method} ${endpoint.path}`, error);
        }
        // A failed renewal has already ended it.
        if (!leaving && endsSession(endpoint, error) && session.state().context)
          session.end('refused');
        throw error;
      }
    },
    async signIn(body, watch) {
      const data = await withWork(
        (proofOfWork) =>
          client.call(endpoints.auth.login, {
            body: proofOfWork === undefined ? body : { ...body, proofOfWork },
          }),
        watch,
      );
      session.adopt(data);
      channel.announce(data);
    },
    async signOut() {
      leaving = true;
      try {
        await client.call(endpoints.auth.logout, {});
      } finally {
        leaving = false;
        session.end('signed-out');
      }
    },
    async resume() {
      if (session.state().context && session.accessToken() === undefined) await renewSession();
    },
    async headersFor(method, url) {
      await keepFresh();
      return client.headersFor(method, url);
    },
    noteNonce: client.noteNonce,
  };
  return Object.freeze(api);
}

/**
 * Specification, section 8: a 401 signs the user out, except for sign-in, sign-out, and calls that
 * check the password, where it is about that.
 */
export function endsSession(endpoint: Endpoint, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false;
  const isOwnAffair = /^\/auth\/(logout|validate-)/.test(endpoint.path);
  return endpoint.access.kind === 'session' && !isOwnAffair && error.reason !== 'wrong_password';
}

const errorReports = 'POST /logs/client-errors';

/**
 * A failure to send to the log would only add more to send, and a failed opening ahead of a click
 * was not requested by the user.
 */
const isWorthNoticing = ({ method, path }: Endpoint) =>
  `${method} ${path}` !== errorReports && path !== '/drm/open-ahead';

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Tells the sign-in page why a renewal was refused. */
export function nameCause({ reason }: ApiError): SignedOutCause {
  if (reason === 'device_copied') return 'copied';
  return reason === 'binding_missing' ? 'unbound' : 'expired';
}

/** Calls that open or renew a session: their proofs carry the next step of this device. */
const stepPaths = /\/auth\/(login|refresh|second-factor(\/passkey)?)$/;

const announcementSchema = z.object({ data: endpoints.auth.refresh.data });

function openChannel() {
  const listeners: ((data: LoginData) => void)[] = [];
  if (!('BroadcastChannel' in globalThis)) {
    return { announce() {}, onAnnounced: (listener: (data: LoginData) => void) => void listener };
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event) => {
    const parsed = z.safeParse(announcementSchema, event.data);
    if (parsed.success) for (const listener of listeners) listener(parsed.data.data);
  };
  return {
    announce: (data: LoginData) => channel.postMessage({ data }),
    onAnnounced: (listener: (data: LoginData) => void) => void listeners.push(listener),
  };
}

/** Sends by `fetch` with cookies, and gives up after the time of the specification, section 7. */
async function sendByFetch(request: WireRequest): Promise<WireAnswer> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), limits.apiTimeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'include',
      cache: 'no-store',
      signal: aborter.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    // Read here, so that the time limit covers the body too.
    const body = new Uint8Array(await response.arrayBuffer());
    browserConnection.noteAnswer();
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: async () => new TextDecoder().decode(body),
      bytes: async () => body,
    };
  } catch (error) {
    void browserConnection.check();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
