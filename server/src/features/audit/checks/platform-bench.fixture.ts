import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Agent } from 'undici';
import { vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { createPrincipals } from '../probe/principals.adapter.ts';
import { createProbe, type Probe, type ProbeAnswer } from '../probe/probe.adapter.ts';
import type { AuditCheck, CheckTools } from './check.rules.ts';

export interface CheckBench {
  readonly server: TestServer;
  readonly tools: CheckTools;
  stop(): Promise<void>;
}

const page =
  '<!doctype html><html><head><link rel="stylesheet" href="/assets/page.css"><script type="module" src="/assets/page.js"></script></head><body></body></html>';

/** Starts a server with a web app of one page, and the tools by which checks look at it. */
export async function startCheckBench(
  environment: Readonly<Record<string, string>> = {},
): Promise<CheckBench> {
  const webAppDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-page-'));
  await writeFile(path.join(webAppDir, 'index.html'), page);
  const server = await startTestServer({
    webAppDir,
    environment: { PRIVATE_LICENCE_SERVICES: 'off', LOG_LEVEL: 'info', ...environment },
  });
  const { composition } = server.instance;
  const { origin } = server;
  const agent = new Agent();
  const signal = new AbortController().signal;
  const now = () => new Date();
  const probe = createProbe({
    target: { loopback: origin, origin, isBehindTls: false },
    agent,
    localAddress: undefined,
    now,
    signal,
    takeTurn: async () => {},
  });
  const ports = composition.auditPorts;
  const { throwaway } = ports;
  const principals = createPrincipals({ probe, throwaway, runId: randomUUID() });
  return {
    server,
    tools: { probe, principals, ports, now, signal },
    async stop() {
      await agent.close();
      await server.stop();
      await rm(webAppDir, { recursive: true });
    },
  };
}

/** Answers as a weaker server would. */
export function weaken(
  tools: CheckTools,
  change: (answer: ProbeAnswer) => Partial<ProbeAnswer>,
): CheckTools {
  const send: Probe['send'] = async (request) => {
    const answer = await tools.probe.send(request);
    return { ...answer, ...change(answer) };
  };
  const probe = { ...tools.probe, send };
  const { throwaway } = tools.ports;
  return {
    ...tools,
    probe,
    principals: createPrincipals({ probe, throwaway, runId: randomUUID() }),
  };
}

/** Finds a check by its id. */
export function pick(checks: readonly AuditCheck[], id: string): AuditCheck {
  return checks.find((check) => check.id === id) ?? vi.fn<() => never>()();
}
