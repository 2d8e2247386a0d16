import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { toEditor } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { findUploadJob } from '../upload/upload-jobs.usecases.ts';
import { cancelProcessing, retryProcessing, retryStep } from './control-job.usecases.ts';

export function bindProcessingRoutes(bind: Bind, deps: IngestDeps): void {
  bind(endpoints.uploads.cancel, async ({ caller, params, request }) => {
    await cancelProcessing(deps, toEditor(caller, request), params.id);
    return findUploadJob(deps, caller, params.id);
  });
  bind(endpoints.uploads.retry, async ({ caller, params, request }) => {
    await retryProcessing(deps, toEditor(caller, request), params.id);
    return findUploadJob(deps, caller, params.id);
  });
  bind(endpoints.uploads.retryStep, async ({ caller, params, request }) => {
    await retryStep(deps, toEditor(caller, request), params.id, params.step);
    return findUploadJob(deps, caller, params.id);
  });
}
