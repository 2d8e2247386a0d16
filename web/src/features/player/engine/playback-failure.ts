import { type ApiError, errorOf } from '@prahari/contract';

/** What the player can say about a failure that the server did not explain (section 8). */
export type FailureText =
  | 'player.playbackFailed'
  | 'player.loadFailed'
  | 'player.unsupportedBrowser';

export class PlaybackFailure extends Error {
  readonly textKey: FailureText;
  constructor(textKey: FailureText, cause?: unknown) {
    super(textKey, { cause });
    this.name = 'PlaybackFailure';
    this.textKey = textKey;
  }
}

/** Shaka's numbers (shaka.util.Error.Code) for what we treat apart. */
const BAD_HTTP_STATUS = 1001;
const LICENSE_REQUEST_FAILED = 6007;
const UNSUPPORTED = [6000, 6001, 6020];

/** An HTTP refusal inside one of Shaka's errors. */
export interface HttpRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds the answer that the server gave to a manifest or licence request. */
export function httpRefusalOf(error: unknown): HttpRefusal | null {
  const { code, data } = shakaFields(error);
  if (code === LICENSE_REQUEST_FAILED) return httpRefusalOf(data[0]);
  if (code !== BAD_HTTP_STATUS) return null;
  const [, status, text, headers] = data;
  if (typeof status !== 'number') return null;
  return { status, text: typeof text === 'string' ? text : '', headers: stringsOf(headers) };
}

/** The server's own reason when it gave one, else the player's word for the failure. */
export async function explain(error: unknown): Promise<ApiError | PlaybackFailure> {
  if (error instanceof PlaybackFailure) return error;
  const refusal = httpRefusalOf(error);
  if (refusal) return errorOf({ status: refusal.status, text: async () => refusal.text });
  const unsupported = UNSUPPORTED.includes(shakaFields(error).code ?? 0);
  return new PlaybackFailure(
    unsupported ? 'player.unsupportedBrowser' : 'player.playbackFailed',
    error,
  );
}

function shakaFields(error: unknown): { code: number | null; data: readonly unknown[] } {
  if (typeof error !== 'object' || error === null) return { code: null, data: [] };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const data: readonly unknown[] = 'data' in error && Array.isArray(error.data) ? error.data : [];
  return { code, data };
}

function stringsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
