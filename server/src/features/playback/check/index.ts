export { bindPlaybackCheckRoutes } from './check.routes.ts';
