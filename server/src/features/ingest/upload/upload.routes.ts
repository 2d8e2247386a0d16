import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { insufficientPermissions } from '../../../platform/http/request-facts.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { uploaderOf } from '../../videos/index.ts';
import type { IngestPorts } from '../ports.ts';
import { jobNotFound } from './upload.errors.ts';
import type { UploadUsecases } from './upload.usecases.ts';

/** Title, description and whether to publish, or the video that it is for. */
const fields = 4;

export interface UploadRoutesDeps {
  readonly usecases: UploadUsecases;
  readonly importJobs: IngestPorts['importJobs'];
  readonly maxBytes: number;
}

export function bindUploadRoutes(bind: Bind, deps: UploadRoutesDeps): void {
  const { usecases, importJobs, maxBytes } = deps;
  bind(endpoints.uploads.upload, (call) =>
    receiveForm(call, { maxBytes, fields }, (form) => usecases.upload(uploaderOf(call), form)),
  );
  bind(endpoints.uploads.job, async ({ caller, params }) => {
    const [seesLectures, seesImports] = [mayUpload(caller), importJobs.maySee(caller)];
    if (!seesLectures && !seesImports) throw insufficientPermissions();
    const found = seesImports ? await importJobs.find(caller, params.id) : undefined;
    if (found) return found;
    if (!seesLectures) throw jobNotFound();
    return usecases.job(caller, params.id);
  });
  bind(endpoints.uploads.jobs, async ({ caller, query }) => {
    const isOfUsers = query.kind === 'users';
    if (!(isOfUsers ? importJobs.maySee(caller) : mayUpload(caller))) {
      throw insufficientPermissions();
    }
    return isOfUsers ? importJobs.list(caller, query) : usecases.list(caller, query);
  });
}

/**
 * Tells whether the caller may upload lectures: the same right is needed to see what became of
 * them.
 */
function mayUpload({ permissions }: SessionCaller): boolean {
  return permissions.includes('videos.write');
}
