import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Agent } from 'undici';
import { vi } from 'vitest';
import type { Instance } from '../../../instance.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { AuditPorts } from '../ports.ts';
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
  options: { environment?: Record<string, string>; ports?: Partial<AuditPorts> } = {},
): Promise<CheckBench> {
  const { environment } = options;
  const server = await startTestServer(environment ? { environment } : {});
  const { dataDir } = server.instance.foundation;
  await writeFile(path.join(dataDir, 'index.html'), page);
  const withPage: Instance = await server.again();
  const origin = (withPage.address ?? '').replace('localhost', '127.0.0.1');
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
  const runId = randomUUID();
  const ports: AuditPorts = { ...withPage.composition.auditPorts, ...options.ports };
  const principals = createPrincipals({ probe, throwaway: ports.throwaway, runId });
  return {
    server,
    tools: { probe, principals, ports, now, signal },
    async stop() {
      await agent.close();
      await withPage.stop();
      await server.stop();
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
