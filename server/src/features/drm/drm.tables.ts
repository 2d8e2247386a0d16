import type { DrmSystem, PersistenceEvent, VendorSystem } from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

export type ProviderRow = Row<'drm_providers'>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    drm_providers: Narrow<'drm_providers', { drm_system: VendorSystem }>;
    drm_licences: Narrow<'drm_licences', { drm_system: DrmSystem }>;
    drm_licence_counts: Narrow<
      'drm_licence_counts',
      { drm_system: DrmSystem; outcome: 'issued' | 'refused' | 'failed' }
    >;
    drm_persistence_events: Narrow<
      'drm_persistence_events',
      {
        event_type: PersistenceEvent['eventType'];
        persistence_status: PersistenceEvent['persistenceStatus'];
      }
    >;
  }
}
