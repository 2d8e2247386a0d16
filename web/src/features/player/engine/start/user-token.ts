import { endpoints } from '@prahari/contract';
import type { Api } from '../../../../shared/api/browser-api.ts';

/** Far less than a user token lives, so that a prepared one is always good for a while. */
const freshMs = 60_000;

interface Prepared {
  readonly videoId: string;
  readonly at: number;
  readonly token: Promise<string>;
}

let prepared: Prepared | undefined;

async function generate(api: Pick<Api, 'call'>, videoId: string): Promise<string> {
  const { userToken } = await api.call(endpoints.drm.generateToken, { body: { videoId } });
  return userToken;
}

/**
 * Asks for the token of a video that the user is about to watch, if the password is known to be
 * confirmed; a refusal is met later.
 */
export function prepareUserToken(api: Pick<Api, 'call' | 'session'>, videoId: string): void {
  if (!api.session.isWatchConfirmed()) return;
  if (prepared?.videoId === videoId && Date.now() - prepared.at < freshMs) return;
  const token = generate(api, videoId);
  const preparing = { videoId, at: Date.now(), token };
  prepared = preparing;
  token.catch(() => {
    if (prepared === preparing) prepared = undefined;
  });
}

/**
 * The prepared token, once, or a new one.
 * @throws ApiError
 */
export async function takeUserToken(api: Pick<Api, 'call'>, videoId: string): Promise<string> {
  const ready = prepared;
  prepared = undefined;
  const isFresh = ready?.videoId === videoId && Date.now() - ready.at < freshMs;
  return isFresh ? ready.token : generate(api, videoId);
}
