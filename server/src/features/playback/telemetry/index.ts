export { collectSupply } from './collect-supply.usecases.ts';
export { createKeepReport } from './keep-report.usecases.ts';
export {
  createJumpsRepository,
  createPlaybackEventsRepository,
  type JumpsRepository,
} from './playback-events.repository.ts';
export { createPositionsRepository } from './positions.repository.ts';
export { createReportsRepository } from './reports.repository.ts';
export type { SegmentRequest } from './supply-figures.rules.ts';
export { bindTelemetryRoutes } from './telemetry.routes.ts';
export { createTelemetry } from './telemetry.usecases.ts';
