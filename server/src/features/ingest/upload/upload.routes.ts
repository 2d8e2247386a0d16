import { endpoints } from '@prahari/contract';
import { insufficientPermissions } from '../../../platform/errors/app-error.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { toUploader } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { jobNotFound } from './upload.errors.ts';
import { findUploadJob, listUploadJobs } from './upload-jobs.usecases.ts';
import { uploadVideo } from './upload-video.usecases.ts';

/** Title, description and whether to publish, or the video that it is for. */
const fields = 4;

export function bindUploadRoutes(bind: Bind, deps: IngestDeps): void {
  const { importJobs } = deps;
  const maxBytes = deps.settings.uploadMaxBytes;
  bind(endpoints.uploads.upload, (call) =>
    receiveForm(call, { maxBytes, fields }, (form) => uploadVideo(deps, toUploader(call), form)),
  );
  bind(endpoints.uploads.job, async ({ caller, params }) => {
    const [seesVideos, seesImports] = [canUpload(caller), importJobs.maySee(caller)];
    if (!seesVideos && !seesImports) throw insufficientPermissions();
    const found = seesImports ? await importJobs.find(caller, params.id) : undefined;
    if (found) return found;
    if (!seesVideos) throw jobNotFound();
    return findUploadJob(deps, caller, params.id);
  });
  bind(endpoints.uploads.jobs, async ({ caller, query }) => {
    const isOfUsers = query.kind === 'users';
    if (!(isOfUsers ? importJobs.maySee(caller) : canUpload(caller))) {
      throw insufficientPermissions();
    }
    return isOfUsers ? importJobs.list(caller, query) : listUploadJobs(deps, caller, query);
  });
}

/** Tells whether the caller may upload videos: the same permission is needed to see their jobs. */
function canUpload({ permissions }: SessionCaller): boolean {
  return permissions.includes('videos.write');
}
