export { createEndUnentitled } from './end-unentitled.usecases.ts';
export {
  createConfirmedPlayback,
  createLivePlayback,
  type FindLivePlayback,
} from './live-playback.usecases.ts';
export { pictureSegmentSecondsOf } from './manifest.rules.ts';
export { createOpeningRepository } from './opening.repository.ts';
export {
  createPlaybackSessionsRepository,
  type PlaybackSessionsRepository,
} from './sessions.repository.ts';
export { bindSessionRoutes } from './sessions.routes.ts';
export { createPlaybackSessions, type OpeningRequest } from './sessions.usecases.ts';
export { createSolePlayback, type FindSolePlayback } from './sole-playback.usecases.ts';
export { createStartPlayback } from './start-playback.usecases.ts';
export { createStillEntitled } from './still-entitled.usecases.ts';
export { createPlaybackStops, type PlaybackStops } from './stops.adapter.ts';
export { createStopsRepository } from './stops.repository.ts';
