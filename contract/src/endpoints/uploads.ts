import * as z from 'zod/mini';
import { uploadTargetSchema, videoFieldsSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, pageOf, pageQuery } from '../fields.ts';
import { administrators } from '../roles.ts';
import { tusHeaders } from '../tus-headers.ts';
import { unfinishedUploadSchema } from '../unfinished-upload.ts';
import { importJobSchema } from '../user-import.ts';
import { processingSteps, uploadJobDetailSchema, uploadJobSchema } from '../video.ts';

const tag = 'Upload';
const admin = { kind: 'session', roles: administrators } as const;
const editor = { ...admin, permission: 'videos.write' } as const;
const byId = z.object({ id: idSchema });
/** What an upload became: a video, or users. */
const anyJobSchema = z.union([uploadJobSchema, importJobSchema]);

/** Apart from the calls for videos, which every learner's first page brings along. */
export const uploadEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/admin/upload',
    access: editor,
    tag,
    summary:
      'Upload a video: multipart fields title, description and publish, or videoId of an announced video; then the file',
    body: {
      form: z.union([videoFieldsSchema, uploadTargetSchema]),
      file: ['video/*', 'application/octet-stream'],
    },
    data: uploadJobSchema,
  }),
  unfinished: endpoint({
    method: 'GET',
    path: '/admin/upload/tus',
    access: editor,
    tag,
    summary: "The caller's unfinished uploads, newest first",
    data: z.object({ items: z.array(unfinishedUploadSchema) }),
  }),
  resumableOptions: endpoint({
    method: 'OPTIONS',
    path: '/admin/upload/tus',
    access: editor,
    tag,
    summary: 'The tus 1.0 features of this server',
    headers: tusHeaders.options,
    data: 'empty',
  }),
  beginResumable: endpoint({
    method: 'POST',
    path: '/admin/upload/tus',
    access: editor,
    tag,
    summary:
      'Begin a resumable upload (tus 1.0 creation), with title, description and publish in its metadata, or videoId of an announced video; its id becomes the id of the job',
    body: { stream: ['application/offset+octet-stream'] },
    headers: tusHeaders.begin,
    data: 'empty',
    status: 201,
  }),
  resumableOffset: endpoint({
    method: 'HEAD',
    path: '/admin/upload/tus/{id}',
    access: editor,
    tag,
    summary: 'The offset of a resumable upload',
    params: byId,
    headers: tusHeaders.offset,
    data: 'empty',
    status: 200,
  }),
  continueResumable: endpoint({
    method: 'PATCH',
    path: '/admin/upload/tus/{id}',
    access: editor,
    tag,
    summary: 'Send the next bytes of a resumable upload; the last ones start the job',
    params: byId,
    body: { stream: ['application/offset+octet-stream'] },
    headers: tusHeaders.continue,
    data: 'empty',
  }),
  cancelResumable: endpoint({
    method: 'DELETE',
    path: '/admin/upload/tus/{id}',
    access: editor,
    tag,
    summary: 'Discard a resumable upload (tus 1.0 termination)',
    params: byId,
    headers: tusHeaders.cancel,
    data: 'empty',
  }),
  job: endpoint({
    method: 'GET',
    path: '/admin/upload/job/{id}',
    access: admin,
    tag,
    summary:
      'One upload job with its progress, of either kind (needs videos.write for videos, users.import for users)',
    params: byId,
    data: z.union([uploadJobDetailSchema, importJobSchema]),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/admin/upload/job/{id}',
    access: editor,
    tag,
    summary: 'Cancel the processing of a video; published qualities stay available',
    params: byId,
    data: uploadJobDetailSchema,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/upload/job/{id}/retry',
    access: editor,
    tag,
    summary: 'Retry a failed or cancelled job from the step where it ended',
    params: byId,
    data: uploadJobDetailSchema,
  }),
  retryStep: endpoint({
    method: 'POST',
    path: '/admin/upload/job/{id}/steps/{step}/retry',
    access: editor,
    tag,
    summary: 'Retry one step of an ended job; finished steps that do not depend on it are kept',
    params: z.extend(byId, { step: z.enum(processingSteps) }),
    data: uploadJobDetailSchema,
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/admin/upload/jobs',
    access: admin,
    tag,
    summary:
      'Upload jobs of one kind, newest first (needs videos.write for videos, users.import for users)',
    query: z.object({ ...pageQuery, kind: z._default(z.enum(['video', 'users']), 'video') }),
    data: pageOf(anyJobSchema),
  }),
} as const;
