export { createLivePlayback, type FindLivePlayback } from './live-playback.usecases.ts';
export { createPlaybackSessionsRepository } from './sessions.repository.ts';
export { bindSessionRoutes } from './sessions.routes.ts';
export { createPlaybackSessions } from './sessions.usecases.ts';
