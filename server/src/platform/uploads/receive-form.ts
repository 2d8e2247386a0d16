import type { Readable } from 'node:stream';
import type { MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { settleBody, silenceMs } from './request-body.ts';
import { fileTooLarge, formNotUnderstood, toUploadError } from './upload-errors.ts';

export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly fileName: string;
      readonly content: Readable;
      /** Returns true once the file proved larger than allowed. */
      isCut(): boolean;
    };

export interface UploadForm {
  /** Length of the request as its sender says; 0 when unknown. */
  readonly announcedBytes: number;
  readonly parts: AsyncIterable<UploadPart>;
}

/** The description of a video may hold 4000 characters of four bytes. */
const fieldSizeBytes = 32 * 1024;
const headLimits = { files: 1, fieldNameSize: 64, fieldSize: fieldSizeBytes, headerPairs: 16 };

/**
 * Reads a multipart form of some fields and one file, as a stream.
 * @param limits of the file in bytes, and how many fields there may be
 * @throws AppError: too large (as soon as it is announced), interrupted, not understood, or of `take`
 */
export async function receiveForm<Answer>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  limits: { readonly maxBytes: number; readonly fields: number },
  take: (form: UploadForm) => Promise<Answer>,
): Promise<Answer> {
  const { maxBytes, fields } = limits;
  request.raw.setTimeout(silenceMs, () => request.raw.destroy());
  try {
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    if (announcedBytes > maxBytes + (fields + 1) * fieldSizeBytes) throw fileTooLarge(maxBytes);
    const partLimits = { ...headLimits, fields, parts: fields + 1, fileSize: maxBytes };
    return await take({ announcedBytes, parts: partsOf(request, partLimits) });
  } catch (error) {
    await settleBody(request.raw, reply);
    throw toUploadError(error, maxBytes);
  } finally {
    request.raw.setTimeout(0);
  }
}

async function* partsOf(
  request: FastifyRequest,
  limits: { fileSize: number },
): AsyncGenerator<UploadPart> {
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const { fieldname: name, filename: fileName, file: content } = part;
      yield {
        kind: 'file',
        name,
        fileName: fileName ?? '',
        content,
        isCut: () => content.truncated,
      };
    } else {
      yield { kind: 'field', name: part.fieldname, value: wholeText(part) };
    }
  }
}

function wholeText(part: MultipartValue): string {
  if (part.fieldnameTruncated || part.valueTruncated || typeof part.value !== 'string') {
    throw formNotUnderstood();
  }
  return part.value;
}
