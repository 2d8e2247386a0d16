import { AppRoutes } from './routes.tsx';
import { start } from './start.tsx';

void start(<AppRoutes />);
