import { endpoints, type UploadJobDetail } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SteerJob } from './steer-job.usecases.ts';

/** @param jobDetail what a caller is told of the job afterwards */
export function bindProcessingRoutes(
  bind: Bind,
  steer: Pick<SteerJob, 'cancel' | 'retry' | 'retryStep'>,
  jobDetail: (id: string) => Promise<UploadJobDetail>,
): void {
  bind(endpoints.uploads.cancel, async ({ caller, params, request }) => {
    await steer.cancel({ userId: caller.userId, address: request.ip }, params.id);
    return jobDetail(params.id);
  });
  bind(endpoints.uploads.retry, async ({ caller, params, request }) => {
    await steer.retry({ userId: caller.userId, address: request.ip }, params.id);
    return jobDetail(params.id);
  });
  bind(endpoints.uploads.retryStep, async ({ caller, params, request }) => {
    const by = { userId: caller.userId, address: request.ip };
    await steer.retryStep(by, params.id, params.step);
    return jobDetail(params.id);
  });
}
