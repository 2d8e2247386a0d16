import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { CatalogueUsecases } from './catalogue.usecases.ts';

export function bindCatalogueRoutes(bind: Bind, usecases: CatalogueUsecases): void {
  bind(endpoints.videos.list, ({ caller, query }) => usecases.list(caller, query));
  bind(endpoints.videos.get, ({ caller, params }) => usecases.get(caller, params.id));
  bind(endpoints.videos.update, ({ caller, request, params, body }) =>
    usecases.update({ ...caller, address: request.ip }, params.id, body),
  );
}
