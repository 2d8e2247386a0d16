import { endpoints, type UploadJobDetail } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Viewing } from '../../videos/index.ts';
import { editorOf } from '../../videos/index.ts';
import type { SteerJob } from './steer-job.usecases.ts';

/** @param jobDetail what a caller is told of the job afterwards */
export function bindProcessingRoutes(
  bind: Bind,
  steer: Pick<SteerJob, 'cancel' | 'retry' | 'retryStep'>,
  jobDetail: (viewer: Viewing, id: string) => Promise<UploadJobDetail>,
): void {
  bind(endpoints.uploads.cancel, async ({ caller, params, request }) => {
    await steer.cancel(editorOf(caller, request), params.id);
    return jobDetail(caller, params.id);
  });
  bind(endpoints.uploads.retry, async ({ caller, params, request }) => {
    await steer.retry(editorOf(caller, request), params.id);
    return jobDetail(caller, params.id);
  });
  bind(endpoints.uploads.retryStep, async ({ caller, params, request }) => {
    await steer.retryStep(editorOf(caller, request), params.id, params.step);
    return jobDetail(caller, params.id);
  });
}
