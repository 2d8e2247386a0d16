export {
  type ApiClient,
  type ApiClientOptions,
  activate,
  createApiClient,
} from './api-client.ts';
export { createDevice, type Device, type DeviceKeys } from './device.ts';
export { driveLoad, type LoadResult } from './drive-load.ts';
export { type KeepAliveConnection, openConnection, requestText } from './keep-alive-connection.ts';
export { type Learners, startLearners } from './learners.ts';
export type { Account, Lesson, Watched } from './learners-plan.ts';
export { readKeyIds } from './lesson-tracks.ts';
export { percentile } from './percentile.ts';
