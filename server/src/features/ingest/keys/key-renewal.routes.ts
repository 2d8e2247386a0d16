import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { toEditor } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { startKeyRenewal } from './key-renewal.usecases.ts';

export function bindKeyRenewalRoutes(bind: Bind, deps: Pick<IngestDeps, 'videos' | 'queue'>): void {
  bind(endpoints.videos.renewKeys, ({ caller, request, params }) =>
    startKeyRenewal(deps, toEditor(caller, request), params.id),
  );
}
