import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { UsersUsecases } from './users.usecases.ts';

export function bindUserRoutes(bind: Bind, usecases: UsersUsecases): void {
  bind(endpoints.users.list, ({ query }) => usecases.list(query));
  bind(endpoints.users.create, ({ caller, body }) => usecases.create(caller, body));
  bind(endpoints.users.resetPassword, ({ caller, params }) =>
    usecases.resetPassword(caller, params.id),
  );
}
