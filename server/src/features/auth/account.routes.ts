import { endpoints } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import type { AuthDeps } from './auth.deps.ts';
import { readClientInfo } from './client-info.adapter.ts';
import { listLoginHistory } from './history/login-history.usecases.ts';
import { changePassword } from './password/change-password.usecases.ts';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyEnrolment,
} from './second-factor/passkey-enrolment.usecases.ts';
import {
  confirmTotpEnrolment,
  describeCredentials,
  disableTotp,
  renewRecoveryCodes,
  startTotpEnrolment,
} from './second-factor/totp-enrolment.usecases.ts';
import { findFailedAttemptsByOthers } from './sign-in/failed-attempts-by-others.usecases.ts';

/** Binds the calls by which users change how they sign in. */
export function bindAccountRoutes(bind: Bind, deps: AuthDeps): void {
  const { account } = endpoints;
  bind(account.credentials, async ({ caller }) => ({
    ...(await describeCredentials(deps, caller)),
    failedAttemptsByOthers: await findFailedAttemptsByOthers(deps, deps.db, caller.userId),
  }));
  bind(account.changePassword, ({ caller, body, request }) =>
    changePassword(deps, caller, body, readClientInfo(caller, request)),
  );
  bind(account.startSecondFactor, ({ caller, body, request }) =>
    startTotpEnrolment(deps, caller, body.password, readClientInfo(caller, request)),
  );
  bind(account.confirmSecondFactor, ({ caller, body, request }) =>
    confirmTotpEnrolment(deps, caller, body.code, readClientInfo(caller, request)),
  );
  bind(account.disableSecondFactor, ({ caller, body, request }) =>
    disableTotp(deps, caller, body, readClientInfo(caller, request)),
  );
  bind(account.renewRecoveryCodes, ({ caller, body, request }) =>
    renewRecoveryCodes(deps, caller, body, readClientInfo(caller, request)),
  );
  bind(account.startPasskey, ({ caller, body, request }) =>
    startPasskeyEnrolment(deps, caller, body.password, readClientInfo(caller, request)),
  );
  bind(account.addPasskey, ({ caller, body, request }) =>
    addPasskey(deps, caller, body, readClientInfo(caller, request)),
  );
  bind(account.renamePasskey, ({ caller, params, body }) =>
    renamePasskey(deps, caller, params.id, body.name),
  );
  bind(account.removePasskey, ({ caller, params, body, request }) =>
    removePasskey(deps, caller, { ...params, ...body }, readClientInfo(caller, request)),
  );
  bind(account.loginHistory, ({ caller, query }) => listLoginHistory(deps, caller.userId, query));
}
