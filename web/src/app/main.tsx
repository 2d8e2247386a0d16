import { guardRealm } from '../features/player/protection/capture/guard-frames.ts';
import { AppRoutes } from './routes.tsx';
import { start } from './start.tsx';
import { trustOwnScripts } from './trust-own-scripts.ts';

// Before other code can keep the browser's own functions; until a video is open, every call passes
// through.
guardRealm(window);
trustOwnScripts();
void start(<AppRoutes />);
