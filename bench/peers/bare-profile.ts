import { endpoints } from '@prahari/contract';
import { findFirstDevices } from '../../server/src/features/auth/devices/devices.repository.ts';
import { getProfile } from '../../server/src/features/users/accounts/profile.usecases.ts';
import { systemClock } from '../../server/src/platform/clock/clock.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { watchDatabase } from '../../server/src/platform/db/watch.ts';
import { createHttpApp } from '../../server/src/platform/http/app.ts';
import { createBind } from '../../server/src/platform/http/bind.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { createMetrics } from '../../server/src/platform/metrics/metrics.ts';
import { listen } from './listen.ts';

/**
 * The route of a user's own profile as the server has it, without authentication: the same handler,
 * queries, hooks and schemas, for one user.
 */
const poolSize = 12;
const userId = process.env['USER_ID'] ?? '';
const log = createLog('info');
const clock = systemClock;
const connectionString = process.env['CONNECTION_STRING'] ?? '';
const { db } = openDatabase(connectionString, {
  poolSize,
  watch: watchDatabase(connectionString, log),
  statementLimitMs: undefined,
});
const deps = {
  db,
  devices: { of: (userIds: readonly string[]) => findFirstDevices(db, userIds) },
};

const app = await createHttpApp({
  log,
  clock,
  trustProxy: [],
  isSecure: false,
  mostLagMs: 2000,
  rowRefusals: {},
  onAnswered: createMetrics('0').onAnswered,
});
const neverAsked = async () => {
  throw new Error('the route is open');
};
const bind = createBind(app, {
  clock,
  ledger: { currentNonce: () => '', acceptOnce: neverAsked },
  verifyProof: neverAsked,
  guards: {
    session: { requireToken: () => undefined, admit: neverAsked, admitAgain: neverAsked },
    runner: { admit: neverAsked },
    probe: () => undefined,
  },
  depart: neverAsked,
});
const open = { ...endpoints.users.profile, access: { kind: 'public' } } as const;
bind(open, () => getProfile(deps, userId));
await listen(app);
