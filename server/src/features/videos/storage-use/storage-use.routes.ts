import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { StorageUseUsecases } from './storage-use.usecases.ts';

export function bindStorageUseRoutes(bind: Bind, usecases: StorageUseUsecases): void {
  bind(endpoints.storage.use, ({ caller }) => usecases.use(caller.userId));
  bind(endpoints.storage.videos, ({ caller, query }) => usecases.videos(caller, query));
}
