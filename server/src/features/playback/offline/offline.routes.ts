import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { readClientTraits } from '../../../platform/http/request-facts.ts';
import { readDeviceKind } from '../../auth/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { checkCopies, listCopies, removeCopy } from './keep-copies.usecases.ts';
import { makeCopy } from './make-copy.usecases.ts';
import { listCopiesOf, revokeCopy } from './manage-copies.usecases.ts';
import { reportViews } from './report-views.usecases.ts';

/** Ten lessons, each of them resumed a few times. */
const copiesPerMinute = 60;
/** A week of lessons, fifty events in each report. */
const reportsPerMinute = 120;
const checksPerMinute = 60;

export function bindOfflineRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countCopy = bind.createRateLimit('offline-copies', copiesPerMinute);
  const countReport = bind.createRateLimit('offline-reports', reportsPerMinute);
  const countCheck = bind.createRateLimit('offline-checks', checksPerMinute);
  const { offline } = endpoints;
  bind(offline.list, ({ caller }) => listCopies(deps, caller));
  bind(offline.create, async ({ caller, body, request, reply }) => {
    await countCopy(caller.userId, reply);
    const grant = await makeCopy(deps, caller, {
      ...body,
      device: readDeviceKind(request),
      traits: readClientTraits(request),
    });
    reply.status(201);
    return grant;
  });
  bind(offline.check, async ({ caller, body, reply }) => {
    await countCheck(caller.userId, reply);
    return checkCopies(deps, caller, body.ids);
  });
  bind(offline.remove, ({ caller, params }) => removeCopy(deps, caller, params.id));
  bind(offline.reportViews, async ({ caller, params, body, reply }) => {
    await countReport(caller.userId, reply);
    const completed = await reportViews(deps, caller, params.id, body);
    return { accepted: true as const, completed };
  });
  bind(offline.ofLearner, ({ caller, params, query }) =>
    listCopiesOf(deps, caller, params.id, query),
  );
  bind(offline.revoke, ({ caller, params, request }) =>
    revokeCopy(deps, caller, params.id, request.ip),
  );
}
