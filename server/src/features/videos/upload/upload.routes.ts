import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import type { VideosPorts } from '../ports.ts';
import type { UploadUsecases } from './upload.usecases.ts';

/** Title, description and whether to publish. */
const fields = 3;

export interface UploadRoutesDeps {
  readonly usecases: UploadUsecases;
  readonly importJobs: VideosPorts['importJobs'];
  readonly maxBytes: number;
}

export function bindUploadRoutes(bind: Bind, deps: UploadRoutesDeps): void {
  const { usecases, importJobs, maxBytes } = deps;
  bind(endpoints.uploads.upload, ({ caller, request, reply }) =>
    receiveForm({ request, reply }, { maxBytes, fields }, (form) =>
      usecases.upload({ userId: caller.userId, address: request.ip }, form),
    ),
  );
  bind(
    endpoints.uploads.job,
    async ({ caller, params }) =>
      (await importJobs.find(caller, params.id)) ?? usecases.job(params.id),
  );
  bind(endpoints.uploads.jobs, ({ caller, query }) =>
    query.kind === 'users' ? importJobs.list(caller, query) : usecases.list(query),
  );
}
