import type { IncomingMessage } from 'node:http';
import { basePath, endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../../platform/http/caller.ts';
import { textHeader } from '../../../platform/http/request-facts.ts';
import { freeChunk } from '../../../platform/uploads/piece-memory.ts';
import { settleBody, silenceMs } from '../../../platform/uploads/request-body.ts';
import { asUploadError } from '../../../platform/uploads/upload-errors.ts';
import { uploaderOf } from '../../videos/index.ts';
import type { ResumableUsecases } from './resumable.usecases.ts';
import { answerTus, type TusCalls } from './tus.adapter.ts';
import { presentUnfinishedUpload } from './unfinished-upload.presenter.ts';
import { readChecksum } from './upload-checksum.rules.ts';
import type { UploadLock, UploadLocks } from './upload-locks.adapter.ts';

const collection = `${basePath}${endpoints.uploads.beginResumable.path}`;

export interface ResumableRoutesDeps {
  readonly usecases: ResumableUsecases;
  readonly locks: UploadLocks;
  readonly maxBytes: number;
  readonly lifetimeMs: number;
}

interface TusCall {
  readonly caller: SessionCaller;
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params?: { readonly id: string } | undefined;
}

export function bindResumableRoutes(bind: Bind, deps: ResumableRoutesDeps): void {
  const { usecases, maxBytes } = deps;
  const { unfinished, resumableOptions, beginResumable } = endpoints.uploads;
  const { resumableOffset, continueResumable, cancelResumable } = endpoints.uploads;

  async function answer(call: TusCall): Promise<undefined> {
    const { request, reply, params } = call;
    const { method, headers, raw } = request;
    const calls = callsOf(call, deps);
    reply.header('tus-resumable', '1.0.0').header('cache-control', 'no-store');
    raw.setTimeout(silenceMs, () => raw.destroy());
    try {
      const tus = { method, collection, headers, uploadId: params?.id };
      const answered = await answerTus(tus, calls, deps);
      for (const [name, value] of answered.headers) reply.header(name, value);
      reply.code(answered.status);
      return undefined;
    } catch (error) {
      await settleBody(raw, reply);
      const told = asUploadError(error, maxBytes);
      if (told instanceof AppError && told.status === 412) reply.header('tus-version', '1.0.0');
      throw told;
    } finally {
      raw.setTimeout(0);
    }
  }

  bind(unfinished, async ({ caller }) => {
    const rows = await usecases.list(caller);
    return { items: rows.map(presentUnfinishedUpload) };
  });
  for (const ofNone of [resumableOptions, beginResumable]) {
    bind(ofNone, ({ params: _, ...call }) => answer(call));
  }
  bind(resumableOffset, answer);
  bind(continueResumable, answer);
  bind(cancelResumable, answer);
}

function callsOf(call: TusCall, { usecases, locks }: ResumableRoutesDeps): TusCalls {
  const { request } = call;
  const by = uploaderOf(call);
  let held: UploadLock | undefined;
  return {
    begin: (upload) => usecases.begin(by, upload),
    standing: (id) => usecases.standing(by, id),
    receive(id, offsetBytes) {
      const checksum = readChecksum(textHeader(request, 'upload-checksum'));
      const source = heard(request.raw, () => held?.touch());
      return usecases.receive(by, id, { offsetBytes, source, checksum });
    },
    cancel: (id) => usecases.cancel(by, id),
    async lock(id) {
      // Asking how far it is does not interrupt the upload.
      if (request.method === 'HEAD') return undefined;
      // Only for its owner: a request for the upload of another user interrupts and learns nothing.
      const stop = () => void request.raw.destroy();
      held = await locks.take(`${by.userId} ${id}`, stop, request.method === 'DELETE');
      return held;
    },
  };
}

/**
 * Reads the body as it comes in. It outlives its reader, so that a refusal can still be answered.
 */
async function* heard(raw: IncomingMessage, touch: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    touch();
    yield chunk;
    freeChunk(chunk);
  }
}
