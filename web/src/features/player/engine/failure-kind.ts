import { shakaFields } from './shaka-fields.ts';

/** What went wrong, as far as a learner can do something else about it. */
export type FailureKind =
  | 'offline'
  | 'busy'
  | 'refused'
  | 'missing'
  | 'media'
  | 'memory'
  | 'manifest'
  | 'codec'
  | 'unsupported'
  | 'licence'
  | 'expired'
  | 'output'
  | 'protection'
  | 'engine'
  | 'corrupted'
  | 'library'
  | 'unknown';

/** Numbers of shaka.util.Error.Code that say more than their class. */
const BY_CODE: Readonly<Record<number, FailureKind>> = {
  1002: 'offline',
  1003: 'offline',
  1010: 'offline',
  1011: 'missing',
  3017: 'memory',
  4012: 'codec',
  4032: 'codec',
  5006: 'corrupted',
  6000: 'unsupported',
  6001: 'unsupported',
  6002: 'unsupported',
  6007: 'licence',
  6008: 'licence',
  6012: 'licence',
  6013: 'expired',
  6014: 'expired',
  6018: 'output',
  6019: 'output',
  6020: 'unsupported',
};

/** shaka.util.Error.Category: the thousands of a code. */
const BY_CATEGORY: Readonly<Record<number, FailureKind>> = {
  1: 'unknown',
  3: 'media',
  4: 'manifest',
  5: 'corrupted',
  6: 'protection',
  7: 'engine',
};

const badHttpStatus = 1001;

/** The class of any error of the player library; `unknown` for what is none. */
export function failureKindOf(error: unknown): FailureKind {
  const { code, data } = shakaFields(error);
  if (code === null) return 'unknown';
  if (code === badHttpStatus) return kindOfStatus(Number(data[1]));
  return BY_CODE[code] ?? BY_CATEGORY[Math.floor(code / 1000)] ?? 'unknown';
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'missing';
  return status === 408 || status === 429 || status >= 500 ? 'busy' : 'refused';
}
