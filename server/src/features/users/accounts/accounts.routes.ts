import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { describeActor } from '../actor.adapter.ts';
import type { UsersDeps } from '../users.deps.ts';
import {
  clearUserDevice,
  clearUserSecondFactor,
  deleteUser,
  endUserSession,
  listUserLoginHistory,
  listUserSessions,
  resetUserLoginCount,
  resetUserPassword,
  setUserBlocked,
  setUserDevice,
  signOutUser,
} from './access.usecases.ts';
import { createUser, getUser, updateUser } from './accounts.usecases.ts';
import { getProfile, renameProfile } from './profile.usecases.ts';

export function bindAccountRoutes(bind: Bind, deps: UsersDeps): void {
  const { users } = endpoints;

  bind(users.create, (call) => createUser(deps, describeActor(call), call.body));
  for (const endpoint of [users.get, users.getPlain]) {
    bind(endpoint, (call) => getUser(deps, describeActor(call), call.params.id));
  }
  for (const endpoint of [users.update, users.updatePlain]) {
    bind(endpoint, (call) => updateUser(deps, describeActor(call), call.params.id, call.body));
  }
  for (const endpoint of [users.remove, users.removePlain]) {
    bind(endpoint, (call) =>
      deleteUser(deps, describeActor(call), call.params.id, call.query.erase === 'true'),
    );
  }
  for (const endpoint of [users.resetPassword, users.resetPasswordPlain]) {
    bind(endpoint, (call) => resetUserPassword(deps, describeActor(call), call.params.id));
  }
  bind(users.block, (call) =>
    setUserBlocked(deps, describeActor(call), call.params.id, call.body.blocked),
  );
  bind(users.resetLoginCount, (call) =>
    resetUserLoginCount(deps, describeActor(call), call.params.id),
  );

  bind(users.signOut, (call) => signOutUser(deps, describeActor(call), call.params.id));
  bind(users.sessions, async (call) => {
    const { id } = call.params;
    return { items: await listUserSessions(deps, describeActor(call), id, call.caller.sessionId) };
  });
  bind(endpoints.account.loginHistoryOf, (call) =>
    listUserLoginHistory(deps, describeActor(call), call.params.id, call.query),
  );
  bind(endpoints.account.clearSecondFactor, (call) =>
    clearUserSecondFactor(deps, describeActor(call), call.params.id),
  );
  bind(users.endSession, (call) =>
    endUserSession(deps, describeActor(call), call.params.id, call.params.sessionId),
  );
  bind(users.setDevice, (call) =>
    setUserDevice(deps, describeActor(call), call.params.id, call.body.deviceId),
  );
  bind(users.clearDevice, (call) => clearUserDevice(deps, describeActor(call), call.params.id));

  bind(users.profile, ({ caller }) => getProfile(deps, caller.userId));
  bind(users.updateProfile, (call) =>
    renameProfile(deps, describeActor(call), call.caller.userId, call.body.name),
  );
}
