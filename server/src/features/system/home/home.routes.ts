import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { SystemDeps } from '../system.deps.ts';
import { describeAdminHome, describeAdminWeek } from './home.usecases.ts';

export function bindHomeRoutes(bind: Bind, deps: SystemDeps): void {
  bind(endpoints.adminHome.get, ({ caller }) => describeAdminHome(deps, caller));
  bind(endpoints.adminHome.week, ({ caller, query }) =>
    describeAdminWeek(deps, caller, query.utcOffsetMinutes),
  );
}
