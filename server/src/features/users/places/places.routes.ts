import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import { listPlaces } from './places.usecases.ts';

export function bindPlaceRoutes(bind: Bind, deps: UsersDeps): void {
  bind(endpoints.users.places, (call) => listPlaces(deps, describeActor(call)));
}
