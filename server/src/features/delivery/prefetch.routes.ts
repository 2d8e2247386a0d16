import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { Prefetch } from './prefetch.adapter.ts';

export function bindPrefetchRoutes(bind: Bind, prefetch: Prefetch): void {
  bind(endpoints.videos.prefetch, async ({ caller, params, query }) => ({
    accepted: await prefetch(caller, params.id, query.segments.split(',')),
  }));
}
