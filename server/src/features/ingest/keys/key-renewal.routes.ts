import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { editorOf } from '../../videos/index.ts';
import type { RenewKeys } from './key-renewal.usecases.ts';

export function bindKeyRenewalRoutes(bind: Bind, renewKeys: RenewKeys): void {
  bind(endpoints.videos.renewKeys, ({ caller, request, params }) =>
    renewKeys(editorOf(caller, request), params.id),
  );
}
