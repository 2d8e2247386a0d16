import { AppError } from '../../../platform/errors/app-error.ts';
import { versionUnknown } from './upload.errors.ts';

/** The supported extensions of tus 1.0. */
export const tusExtensions = [
  'creation',
  'creation-with-upload',
  'termination',
  'expiration',
  'checksum',
] as const;

export const tusVersion = '1.0.0';
export const tusContentType = 'application/offset+octet-stream';

export type TusRequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The protocol headers of a request, each validated separately. */
export interface TusHeaders {
  readonly uploadOffset: number | undefined;
  readonly uploadLength: number | undefined;
  readonly hasDeferredLength: boolean;
  readonly hasConcatenation: boolean;
  readonly metadata: Readonly<Record<string, string | null>>;
  readonly contentType: string | undefined;
  readonly contentLength: number;
}

/**
 * Reads the headers of tus 1.0.
 * @param isPatch whether the content type matters: other requests have one that their library
 * always sends
 * @throws AppError 412 for another version, 400 for a header that is not well-formed
 */
export function readTusHeaders(headers: TusRequestHeaders, isPatch: boolean): TusHeaders {
  const textOf = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (textOf('tus-resumable') !== tusVersion) throw versionUnknown();
  const [offset, length] = [textOf('upload-offset'), textOf('upload-length')];
  const [defer, concat] = [textOf('upload-defer-length'), textOf('upload-concat')];
  const [metadata, contentType] = [textOf('upload-metadata'), textOf('content-type')];
  const parsed = metadata === undefined ? {} : parseTusMetadata(metadata);
  const invalid = [
    isPatch && contentType !== undefined && contentType !== tusContentType ? 'content-type' : [],
    concat === undefined || /^(?:partial$|final;)/.test(concat) ? [] : 'upload-concat',
    defer === undefined || defer === '1' ? [] : 'upload-defer-length',
    isByteCount(length) ? [] : 'upload-length',
    parsed === null ? 'upload-metadata' : [],
    isByteCount(offset) ? [] : 'upload-offset',
  ].flat();
  if (invalid.length > 0 || parsed === null) throw tusRefusal(`Invalid ${invalid.join(' ')}`);
  return {
    uploadOffset: offset === undefined ? undefined : Number(offset),
    uploadLength: length === undefined ? undefined : Number(length),
    hasDeferredLength: defer !== undefined,
    hasConcatenation: concat !== undefined,
    metadata: parsed,
    contentType,
    contentLength: Number.parseInt(textOf('content-length') ?? '0', 10),
  };
}

/** Refuses what the protocol does not allow, or what is not supported here. */
export function tusRefusal(message: string): AppError {
  return new AppError('INVALID_FORMAT', message);
}

/** Reads pairs of a key and a value in base64, which may be missing; null where they are malformed. */
function parseTusMetadata(header: string): Record<string, string | null> | null {
  const found = new Map<string, string | null>();
  for (const pair of header.split(',')) {
    const [key = '', value, ...rest] = pair.split(' ');
    const isValid = isMetadataKey(key) && isBase64(value ?? '') && rest.length === 0;
    if (!isValid || found.has(key)) return null;
    found.set(key, value ? Buffer.from(value, 'base64').toString('utf8') : null);
  }
  return Object.fromEntries(found);
}

function isMetadataKey(key: string): boolean {
  return /^[!-~]+$/.test(key) && !key.includes(',');
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[\d+/A-Za-z]*={0,2}$/.test(value);
}

function isByteCount(value: string | undefined): boolean {
  if (value === undefined) return true;
  const count = Number(value);
  return Number.isInteger(count) && String(count) === value && count >= 0;
}
