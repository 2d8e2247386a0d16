import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CallerNow } from '../../../platform/http/caller.ts';
import type { SheetFormat } from '../../../platform/spreadsheet/sheet-format.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { describeActor, describeActorNow } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  downloadFailedRows,
  downloadImportCodes,
  removeImportCodes,
  writeSampleSheet,
} from './download-import.usecases.ts';
import { cancelImport, listImportErrors } from './list-imports.usecases.ts';
import { type ImportOptions, receiveImport, runImportAgain } from './receive-import.usecases.ts';

/** The choice of columns. */
const fields = 1;

interface UploadCall {
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function bindImportRoutes(bind: Bind, deps: UsersDeps): void {
  const { imports } = endpoints;
  const maxBytes = deps.settings.importMaxBytes;

  const upload = (call: UploadCall, options: ImportOptions) =>
    receiveForm(call, { maxBytes, fields }, (form) =>
      receiveImport(deps, describeActorNow(call), options, form),
    );

  bind(imports.bulkUpload, (call) => upload(call, { validateOnly: false, skipDuplicates: false }));
  bind(imports.kendraData, (call) => {
    const { validateOnly, skipDuplicates } = call.query;
    return upload(call, {
      validateOnly: validateOnly === 'true',
      skipDuplicates: skipDuplicates === 'true',
    });
  });

  bind(imports.run, (call) => runImportAgain(deps, describeActor(call), call.params.id, call.body));
  bind(imports.cancel, (call) => cancelImport(deps, describeActor(call), call.params.id));
  bind(imports.errors, (call) =>
    listImportErrors(deps, describeActor(call), call.params.id, call.query),
  );
  bind(imports.failedRows, async (call) => {
    const { params, reply } = call;
    const file = await downloadFailedRows(deps, describeActorNow(call), params.id);
    setDownloadHeaders(reply, 'failed-rows', 'csv');
    return file;
  });
  bind(imports.codes, async (call) => {
    const { params, reply } = call;
    const file = await downloadImportCodes(deps, describeActorNow(call), params.id);
    setDownloadHeaders(reply, 'activation-codes', 'csv');
    return file;
  });
  bind(imports.removeCodes, (call) => removeImportCodes(deps, describeActor(call), call.params.id));
  bind(imports.sampleFile, async ({ query, reply }) => {
    setDownloadHeaders(reply, 'users-sample', query.format);
    return writeSampleSheet(query.format);
  });
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SheetFormat, string>;

function setDownloadHeaders(reply: FastifyReply, name: string, format: SheetFormat): void {
  reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store');
}
