import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, pageOf, pageQuery } from '../fields.ts';
import { administrators } from '../roles.ts';
import { columnMappingSchema, importJobSchema, rowErrorSchema } from '../user-import.ts';

const tag = 'Import';
const mayImport = {
  kind: 'session',
  roles: administrators,
  permission: 'users.import',
} as const;
const byId = z.object({ id: idSchema });
/** One XLSX file, or CSV in UTF-8. */
const sheetTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
const sheetForm = {
  /** JSON: which header of the file holds which column. */
  form: z.object({ columns: z.optional(z.string()) }),
  file: sheetTypes,
} as const;
const flag = z._default(z.enum(['true', 'false']), 'false');

/** Users imported from spreadsheets. The jobs themselves are asked for by `uploads.job` and `uploads.jobs`. */
export const importEndpoints = {
  bulkUpload: endpoint({
    method: 'POST',
    path: '/users/bulk/upload',
    access: mayImport,
    tag,
    summary: 'Import learners from a CSV or XLSX file: multipart field file',
    body: sheetForm,
    data: importJobSchema,
  }),
  kendraData: endpoint({
    method: 'POST',
    path: '/admin/upload/kendra-data',
    access: mayImport,
    tag,
    summary:
      'Import learners, or do a dry run: multipart field columns (JSON, which header holds which column; optional), then file',
    query: z.object({ validateOnly: flag, skipDuplicates: flag }),
    body: sheetForm,
    data: importJobSchema,
  }),
  run: endpoint({
    method: 'POST',
    path: '/admin/upload/job/{id}/run',
    access: mayImport,
    tag,
    summary: 'Start a new job from the file of a dry run or a failed job, without another upload',
    params: byId,
    body: z.object({
      validateOnly: z.boolean(),
      skipDuplicates: z.boolean(),
      columns: z.optional(columnMappingSchema),
    }),
    data: importJobSchema,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/admin/upload/job/{id}/cancel',
    access: mayImport,
    tag,
    summary: 'Cancel an import; users already created are kept',
    params: byId,
    data: importJobSchema,
  }),
  errors: endpoint({
    method: 'GET',
    path: '/admin/upload/job/{id}/errors',
    access: mayImport,
    tag,
    summary: 'The errors of each row, in the order of the file',
    params: byId,
    query: z.pick(z.object(pageQuery), { page: true, limit: true }),
    data: pageOf(rowErrorSchema),
  }),
  failedRows: endpoint({
    method: 'GET',
    path: '/admin/upload/job/{id}/failed-rows',
    access: mayImport,
    tag,
    summary: 'Rows with errors as CSV, to correct and import again',
    params: byId,
    data: { file: ['text/csv'] },
  }),
  codes: endpoint({
    method: 'POST',
    path: '/admin/upload/job/{id}/codes',
    access: mayImport,
    tag,
    summary:
      'Activation codes of the created users as CSV; each download is recorded in the audit log',
    params: byId,
    data: { file: ['text/csv'] },
  }),
  removeCodes: endpoint({
    method: 'DELETE',
    path: '/admin/upload/job/{id}/codes',
    access: mayImport,
    tag,
    summary: 'Remove the file of codes once it is saved',
    params: byId,
    data: importJobSchema,
  }),
  sampleFile: endpoint({
    method: 'GET',
    path: '/admin/upload/sample-file',
    access: mayImport,
    tag,
    summary: 'A sample file to fill in, as CSV or XLSX',
    query: z.object({ format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
    data: { file: sheetTypes },
  }),
} as const;
