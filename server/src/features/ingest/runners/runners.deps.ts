import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { IngestDeps } from '../ingest.deps.ts';

/** The dependencies of what runners and their administrators do. */
export type RunnerDeps = Pick<
  IngestDeps,
  'db' | 'clock' | 'log' | 'store' | 'partStore' | 'pieceSeconds' | 'nameOf'
> & { readonly systemConfig: LiveConfig };
