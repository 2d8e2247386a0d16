import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../../platform/http/caller.ts';
import { settleBody, silenceMs } from '../../../platform/uploads/request-body.ts';
import { toUploadError } from '../../../platform/uploads/upload-errors.ts';
import { toUploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { listUnfinishedUploads } from './resumable.usecases.ts';
import { tusVersion } from './tus.rules.ts';
import {
  cancelTusUpload,
  continueTusUpload,
  createTusUpload,
  describeTus,
  findTusOffset,
  type TusAnswer,
  type TusRequest,
} from './tus.usecases.ts';
import { presentUnfinishedUpload } from './unfinished-upload.presenter.ts';

interface TusCall {
  readonly caller: SessionCaller;
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Binds the five verbs of tus 1.0, and the list of unfinished uploads. */
export function bindResumableRoutes(bind: Bind, deps: IngestDeps): void {
  const { unfinished, resumableOptions, beginResumable } = endpoints.uploads;
  const { resumableOffset, continueResumable, cancelResumable } = endpoints.uploads;
  const { uploadMaxBytes } = deps.settings;
  const answer = (call: TusCall, work: (request: TusRequest) => TusAnswer | Promise<TusAnswer>) =>
    answerTus(call, uploadMaxBytes, work);

  bind(unfinished, async ({ caller }) => {
    const rows = await listUnfinishedUploads(deps, caller);
    return { items: rows.map(presentUnfinishedUpload) };
  });
  bind(resumableOptions, (call) => answer(call, () => describeTus(deps)));
  bind(beginResumable, (call) => answer(call, (request) => createTusUpload(deps, request)));
  bind(resumableOffset, (call) =>
    answer(call, (request) => findTusOffset(deps, request, call.params.id)),
  );
  bind(continueResumable, (call) =>
    answer(call, (request) => continueTusUpload(deps, request, call.params.id)),
  );
  bind(cancelResumable, (call) =>
    answer(call, (request) => cancelTusUpload(deps, request, call.params.id)),
  );
}

async function answerTus(
  call: TusCall,
  maxBytes: number,
  work: (request: TusRequest) => TusAnswer | Promise<TusAnswer>,
): Promise<undefined> {
  const { request, reply } = call;
  const { raw, headers } = request;
  reply.header('tus-resumable', tusVersion).header('cache-control', 'no-store');
  raw.setTimeout(silenceMs, () => raw.destroy());
  try {
    const answered = await work({
      by: toUploader(call),
      headers,
      // The body outlives its reader, so that a refusal can still be sent.
      body: raw.iterator({ destroyOnReturn: false }),
      stop: () => void raw.destroy(),
    });
    reply.headers(answered.headers).code(answered.status);
    return undefined;
  } catch (error) {
    await settleBody(raw, reply);
    const told = toUploadError(error, maxBytes);
    if (told instanceof AppError && told.status === 412) reply.header('tus-version', tusVersion);
    throw told;
  } finally {
    raw.setTimeout(0);
  }
}
