import { endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import { settleBody, silenceMs } from '../../../platform/uploads/request-body.ts';
import {
  acceptInvitation,
  describeRunners,
  inviteRunner,
  revokeRunner,
} from './register-runner.usecases.ts';
import {
  giveBackRunnerPart,
  giveRunnerPart,
  noteRunnerProgress,
  openRunnerSource,
  storeRunnerFile,
  takeRunnerPart,
} from './runner-parts.usecases.ts';
import type { RunnerDeps } from './runners.deps.ts';

/** A runner reads a source in ranges of 8 MiB: some eighty megabytes a second. */
const callsPerMinute = 600;

/** Binds what runners call, and what administrators do about them. */
export function bindRunnerRoutes(bind: Bind, deps: RunnerDeps): void {
  const { list, invite, revoke, register, take, source, progress } = endpoints.runners;
  const { putFile, give, giveBack } = endpoints.runners;
  const countCall = bind.createRateLimit('runner-calls', callsPerMinute);
  const toAdmin = (caller: { userId: string }, request: FastifyRequest) => ({
    userId: caller.userId,
    address: request.ip,
  });

  bind(list, () => describeRunners(deps));
  bind(invite, ({ caller, request, body }) =>
    inviteRunner(deps, toAdmin(caller, request), body.name),
  );
  bind(revoke, ({ caller, request, params }) =>
    revokeRunner(deps, toAdmin(caller, request), params.id),
  );
  bind(register, ({ caller, request }) => acceptInvitation(deps, caller.runnerId, request.ip));
  bind(take, async ({ caller, body, reply }) => {
    await countCall(caller.runnerId, reply);
    return { part: await takeRunnerPart(deps, caller.runnerId, body) };
  });
  bind(source, async ({ caller, params, query, reply }) => {
    await countCall(caller.runnerId, reply);
    const { bytes, length } = await openRunnerSource(deps, caller.runnerId, {
      ...params,
      ...query,
    });
    reply.type('application/octet-stream').header('content-length', length);
    reply.header('cache-control', 'no-store');
    return bytes;
  });
  bind(progress, async ({ caller, params, body, reply }) => {
    await countCall(caller.runnerId, reply);
    await noteRunnerProgress(deps, caller.runnerId, { ...params, ...body });
    return undefined;
  });
  bind(putFile, async ({ caller, params, query, request, reply }) => {
    await countCall(caller.runnerId, reply);
    await readingBody(request, reply, (body) =>
      storeRunnerFile(deps, caller.runnerId, { ...params, ...query }, body),
    );
    return undefined;
  });
  bind(give, async ({ caller, params, body, reply }) => {
    await countCall(caller.runnerId, reply);
    await giveRunnerPart(deps, caller.runnerId, { ...params, ...body });
    return undefined;
  });
  bind(giveBack, async ({ caller, params, body, reply }) => {
    await countCall(caller.runnerId, reply);
    await giveBackRunnerPart(deps, caller.runnerId, { ...params, ...body });
    return undefined;
  });
}

/** Gives a handler the body as it arrives; one that is refused halfway still gets its answer. */
async function readingBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  read: (body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  raw.setTimeout(silenceMs, () => raw.destroy());
  try {
    // The body outlives its reader, so that a refusal can still be sent.
    await read(raw.iterator({ destroyOnReturn: false }));
  } catch (error) {
    await settleBody(raw, reply);
    throw error;
  } finally {
    raw.setTimeout(0);
  }
}
