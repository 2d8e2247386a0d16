import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../../platform/http/caller.ts';
import type { SheetFormat } from '../../../platform/spreadsheet/sheet-format.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import type { Actor, ActorNow } from '../users.policy.ts';
import type { ImportFilesOut } from './download-import.usecases.ts';
import type { SeeImports } from './list-imports.usecases.ts';
import type { ImportOptions, TakeImport } from './receive-import.usecases.ts';

/** The choice of columns. */
const fields = 1;

export interface ImportRoutesDeps {
  readonly take: TakeImport;
  readonly see: SeeImports;
  readonly filesOut: ImportFilesOut;
  readonly maxBytes: number;
  actorOf(caller: SessionCaller, request: FastifyRequest): Actor;
  actorNowOf(call: { callerNow: CallerNow; request: FastifyRequest }): ActorNow;
}

interface UploadCall {
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function bindImportRoutes(bind: Bind, deps: ImportRoutesDeps): void {
  const { take, see, filesOut, maxBytes, actorOf, actorNowOf } = deps;
  const { imports } = endpoints;

  const upload = (call: UploadCall, options: ImportOptions) =>
    receiveForm(call, { maxBytes, fields }, (form) => take.upload(actorNowOf(call), options, form));
  bind(imports.bulkUpload, (call) => upload(call, { validateOnly: false, skipDuplicates: false }));
  bind(imports.kendraData, (call) => {
    const { validateOnly, skipDuplicates } = call.query;
    return upload(call, {
      validateOnly: validateOnly === 'true',
      skipDuplicates: skipDuplicates === 'true',
    });
  });
  bind(imports.run, ({ caller, request, params, body }) =>
    take.runAgain(actorOf(caller, request), params.id, body),
  );
  bind(imports.cancel, ({ caller, request, params }) =>
    see.cancel(actorOf(caller, request), params.id),
  );
  bind(imports.errors, ({ caller, request, params, query }) =>
    see.errors(actorOf(caller, request), params.id, query),
  );
  bind(imports.failedRows, async (call) => {
    const { params, reply } = call;
    const file = await filesOut.failedRows(actorNowOf(call), params.id);
    asDownload(reply, 'failed-rows', 'csv');
    return file;
  });
  bind(imports.codes, async (call) => {
    const { params, reply } = call;
    const file = await filesOut.codes(actorNowOf(call), params.id);
    asDownload(reply, 'activation-codes', 'csv');
    return file;
  });
  bind(imports.removeCodes, ({ caller, request, params }) =>
    filesOut.removeCodes(actorOf(caller, request), params.id),
  );
  bind(imports.sampleFile, async ({ query, reply }) => {
    asDownload(reply, 'users-sample', query.format);
    return filesOut.sample(query.format);
  });
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>;

function asDownload(reply: FastifyReply, name: string, format: SheetFormat): void {
  reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store');
}
