import { endpoints, type Strangers } from '@prahari/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { visitorOf } from './auth.routes.ts';
import type { createLoginHistoryReader } from './history/login-history.usecases.ts';
import type { ChangePassword } from './password/change-password.usecases.ts';
import type { PasskeyEnrolment } from './second-factor/passkey-enrolment.usecases.ts';
import type { SecondFactorEnrolment } from './second-factor/second-factor-enrolment.usecases.ts';

export interface AccountRoutesDeps {
  readonly enrolment: SecondFactorEnrolment;
  readonly passkeys: PasskeyEnrolment;
  readonly changePassword: ChangePassword;
  readonly strangersOf: (userId: string) => Promise<Strangers | null>;
  readonly loginHistoryOf: ReturnType<typeof createLoginHistoryReader>;
}

/** Binds the calls by which users change how they sign in. */
export function bindAccountRoutes(bind: Bind, deps: AccountRoutesDeps): void {
  const { enrolment, passkeys } = deps;
  const { account } = endpoints;
  bind(account.credentials, async ({ caller }) => ({
    ...(await enrolment.status(caller)),
    strangers: await deps.strangersOf(caller.userId),
  }));
  bind(account.changePassword, ({ caller, body, request }) =>
    deps.changePassword(caller, body, visitorOf(caller, request)),
  );
  bind(account.startSecondFactor, ({ caller, body, request }) =>
    enrolment.start(caller, body.password, visitorOf(caller, request)),
  );
  bind(account.confirmSecondFactor, ({ caller, body, request }) =>
    enrolment.confirm(caller, body.code, visitorOf(caller, request)),
  );
  bind(account.disableSecondFactor, ({ caller, body, request }) =>
    enrolment.disable(caller, body, visitorOf(caller, request)),
  );
  bind(account.renewRecoveryCodes, ({ caller, body, request }) =>
    enrolment.renewRecoveryCodes(caller, body, visitorOf(caller, request)),
  );
  bind(account.startPasskey, ({ caller, body, request }) =>
    passkeys.start(caller, body.password, visitorOf(caller, request)),
  );
  bind(account.addPasskey, ({ caller, body, request }) =>
    passkeys.add(caller, body, visitorOf(caller, request)),
  );
  bind(account.renamePasskey, ({ caller, params, body }) =>
    passkeys.rename(caller, params.id, body.name),
  );
  bind(account.removePasskey, ({ caller, params, body, request }) =>
    passkeys.remove(caller, params.id, body.password, visitorOf(caller, request)),
  );
  bind(account.loginHistory, ({ caller, query }) => deps.loginHistoryOf(caller.userId, query));
}
