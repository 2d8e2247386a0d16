import type { IncomingMessage } from 'node:http';
import type { MultipartValue } from '@fastify/multipart';
import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import type { VideosPorts } from '../ports.ts';
import { asUploadError, fileTooLarge, formNotUnderstood } from './upload.errors.ts';
import type { UploadPart, UploadUsecases } from './upload.usecases.ts';

/** Three fields and a file; the description may hold 4000 signs of four bytes. */
const formLimits = {
  fields: 3,
  files: 1,
  parts: 4,
  fieldNameSize: 64,
  fieldSize: 32 * 1024,
  headerPairs: 16,
} as const;
/** A sender that is silent for so long is gone; an upload itself may take hours. */
const silenceMs = 120_000;
/** How much of a refused body is still read, so that its sender gets to see the refusal. */
const drainBytes = 16 * 1024 ** 2;
const drainMs = 3000;

export interface UploadRoutesDeps {
  readonly usecases: UploadUsecases;
  readonly importJobs: VideosPorts['importJobs'];
  readonly maxBytes: number;
}

export function bindUploadRoutes(bind: Bind, deps: UploadRoutesDeps): void {
  const { usecases, importJobs, maxBytes } = deps;
  bind(endpoints.uploads.upload, async ({ caller, request, reply }) => {
    request.raw.setTimeout(silenceMs, () => request.raw.destroy());
    try {
      const announcedBytes = Number(request.headers['content-length'] ?? 0);
      if (announcedBytes > maxBytes + formLimits.parts * formLimits.fieldSize) {
        throw fileTooLarge(maxBytes);
      }
      return await usecases.upload(caller.userId, announcedBytes, partsOf(request, maxBytes));
    } catch (error) {
      await settleBody(request.raw, reply);
      throw asUploadError(error, maxBytes);
    } finally {
      request.raw.setTimeout(0);
    }
  });
  bind(
    endpoints.uploads.job,
    async ({ caller, params }) =>
      (await importJobs.find(caller, params.id)) ?? usecases.job(params.id),
  );
  bind(endpoints.uploads.jobs, ({ caller, query }) =>
    query.kind === 'users' ? importJobs.list(caller, query) : usecases.list(query),
  );
}

async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<UploadPart> {
  const limits = { ...formLimits, fileSize: maxBytes };
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

/**
 * Reads what is left of a refused body, within bounds, and has the connection closed if there is
 * more: unread bytes would be taken for the next request.
 */
async function settleBody(raw: IncomingMessage, reply: FastifyReply): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  let leftBytes = drainBytes;
  const isSettled = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), drainMs);
    const settle = (isEnded: boolean) => {
      clearTimeout(timer);
      resolve(isEnded);
    };
    raw.on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes < 0) settle(false);
    });
    raw.once('end', () => settle(true));
    raw.once('close', () => settle(true));
    raw.resume();
  });
  if (!isSettled) reply.header('connection', 'close');
}
