import { guardRealm } from '../features/player/protection/capture/guard-frames.ts';
import { AppRoutes } from './routes.tsx';
import { start } from './start.tsx';

// Before anybody else can keep the browser's own; until a lesson is open, every call passes through.
guardRealm(window);
void start(<AppRoutes />);
