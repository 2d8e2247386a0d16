import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chooseEncoder, type MediaTools, resolveTools } from '@prahari/media';
import type { FastifyInstance } from 'fastify';
import { type Composition, compose } from './compose.ts';
import { type AllSettings, readVersion } from './features.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import type { Clock } from './platform/clock/clock.ts';
import { DatabaseUnavailable } from './platform/db/failures.ts';
import { StartError } from './platform/errors/app-error.ts';
import { finishMs, finishRequests } from './platform/http/drain.ts';
import type { Log } from './platform/log/log.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';

const builtWebApp = path.join(import.meta.dirname, '..', '..', 'web', 'dist');

export interface Instance {
  readonly foundation: Foundation;
  readonly composition: Composition;
  /** The address at which users open it; undefined in a process that answers no requests. */
  readonly address: string | undefined;
  /**
   * Lets load balancers send requests elsewhere for `DRAIN_SECONDS`, then finishes what has come;
   * stop it afterwards. A process that answers no requests has nothing to finish.
   */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts what `ROLE` asks for: the web server, the worker, or both.
 * @throws StartError, ConfigurationError, MediaError and EmbeddedPostgresError, one sentence each
 */
export async function startInstance(
  settings: AllSettings,
  deps: {
    log: Log;
    clock?: Clock;
    webAppDir?: string;
    /** Only brings the installation up to date: it answers no requests and runs no jobs. */
    isPreparing?: boolean;
    /** Left out, they are looked for. */
    tools?: MediaTools;
    onSecondConnection?: (error: Error) => void;
    auditPaceMs?: number;
  },
): Promise<Instance> {
  const isWorker = settings.role !== 'web' && !deps.isPreparing;
  const tools = isWorker ? (deps.tools ?? (await findTools(settings, deps.log))) : undefined;
  const tracing = await openTracing(settings, { log: deps.log, version: readVersion() });
  const foundation = await openFoundation(settings, { ...deps, tracing }).catch(
    async (error: unknown) => {
      await tracing?.stop();
      throw error;
    },
  );
  let composition: Composition | undefined;
  let app: FastifyInstance | undefined;
  const stop = async () => {
    await app?.close();
    await composition?.stop();
    await foundation.close();
    await tracing?.stop();
  };
  const drain = async () => {
    if (!app || !composition) return;
    composition.drain.begin();
    await setTimeout(settings.drainSeconds * 1000);
    const finished = finishRequests(app.server, finishMs);
    composition.alerts.endStreams();
    if (!(await finished)) deps.log.warn('some requests were cut off, which took too long to end');
  };
  try {
    let { port } = settings;
    composition = await compose({
      foundation,
      settings,
      tools,
      tracing,
      webAppDir: deps.webAppDir ?? builtWebApp,
      auditPaceMs: deps.auditPaceMs,
      origins: () => listOrigins(settings.publicUrl, port),
      listensAt: () => findAddress(app),
    });
    if (settings.role !== 'worker' && !deps.isPreparing) {
      app = await composition.openWeb();
      await listen(app, settings);
      port = findAddress(app)?.port ?? port;
    }
    if (isWorker) await composition.startWorker();
    if (app) await composition.startAuditor(describeOwnAddress(settings, port));
    const address = app ? (listOrigins(settings.publicUrl, port)[0] ?? '') : undefined;
    return { foundation, composition, address, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** After a power cut the database starts at the same time, and may break off an answer. */
const patienceMs = 60_000;
const nextTryMs = 1000;

/**
 * Starts as `startInstance` does, and starts again when the database goes away in mid-start. A
 * database that can't be reached from the beginning is reported at once: the address may be wrong.
 */
export function startPatiently(...args: Parameters<typeof startInstance>): Promise<Instance> {
  const [, { log }] = args;
  return repeatWhileAway(log, () => startInstance(...args));
}

/**
 * Does a step of the start, and does it again when the database goes away in the middle of it.
 * @throws DatabaseUnavailable after a minute; all else that the step throws, at once
 */
export async function repeatWhileAway<Result>(
  log: Log,
  step: () => Promise<Result>,
): Promise<Result> {
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > giveUpAtMs) throw error;
      log.warn({ err: error }, 'the database went away during the start, whose step begins again');
      await setTimeout(nextTryMs);
    }
  }
}

/** Finds the programs of the worker, and the encoder of its videos. */
async function findTools(settings: AllSettings, log: Log): Promise<MediaTools> {
  const tools = await resolveTools(process.env);
  const wanted = settings.videoEncoder;
  const { encoder, refused } = await chooseEncoder(wanted, tools);
  for (const { name, device, why } of refused) {
    log.warn({ encoder: name, device, why }, 'this video encoder does not work here');
  }
  const { name, device } = encoder;
  if (name === 'libx264' && wanted !== 'libx264') {
    log.warn({ wanted, encoder: name }, 'videos are encoded by libx264, since no hardware works');
  } else {
    log.info({ wanted, encoder: name, device }, 'what encodes videos');
  }
  return { ...tools, encoder };
}

/** Says how this process is reached from its own machine, for audits. */
function describeOwnAddress({ host, publicUrl }: AllSettings, port: number) {
  const isAny = ['0.0.0.0', '::', 'localhost', '127.0.0.1'].includes(host);
  const loopback = `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const origin = listOrigins(publicUrl, port)[0] ?? loopback;
  return { loopback, origin, isBehindTls: origin.startsWith('https:') };
}

async function listen(app: FastifyInstance, settings: AllSettings): Promise<void> {
  const { port, host } = settings;
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use: stop the program that uses it, or set PORT to another.`,
      );
    }
    if (error.code === 'EACCES') {
      throw new StartError(
        `Port ${port} needs more rights than this user has: set PORT above 1023.`,
      );
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new StartError(`HOST is '${host}', which is not an address of this machine.`);
    }
    throw error;
  });
}

/** Finds where a server can be reached from this machine. */
function findAddress(app: FastifyInstance | undefined) {
  const bound = app?.server.address();
  if (bound === null || typeof bound !== 'object') return undefined;
  const { address, port } = bound;
  const isAny = address === '0.0.0.0' || address === '::';
  return { host: isAny ? '127.0.0.1' : address, port };
}

/** Origins that proofs may name. Without PUBLIC_URL the server is reached from this machine only. */
function listOrigins(publicUrl: string | undefined, port: number): string[] {
  if (publicUrl) return [new URL(publicUrl).origin];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
}
