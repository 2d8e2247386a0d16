import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { setConfig } from '../../../testing/set-config.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { AuditPorts } from '../ports.ts';
import { createPrincipals } from '../probe/principals.adapter.ts';
import {
  createProbe,
  type Probe,
  type ProbeAnswer,
  type ProbeRequest,
} from '../probe/probe.adapter.ts';
import { readReason } from './calls.rules.ts';
import type { AuditCheck, CheckOutcome, CheckTools } from './check.rules.ts';

/** Answers in place of the server, or by it. */
export type Weakness = (
  request: ProbeRequest,
  send: (request: ProbeRequest) => Promise<ProbeAnswer>,
) => Promise<ProbeAnswer>;

export interface AccessBench {
  readonly server: TestServer;
  /** The tools of a check; with a weakness it looks at a server that has it. */
  tools(weakness?: Weakness, ports?: (own: AuditPorts) => AuditPorts): CheckTools;
  /** The id of a published video, which checks find from then on. */
  addVideo(): Promise<string>;
  /** Whether administrators must have a second factor. */
  requireSecondFactor(isRequired: boolean): Promise<void>;
  stop(): Promise<void>;
}

const segments = 60;
const segmentSeconds = 2;
const playlist = [
  '#EXTM3U',
  '#EXT-X-MAP:URI="init.mp4"',
  ...Array.from({ length: segments }, (_, i) => `#EXTINF:${segmentSeconds},\n${i + 1}.m4s`),
  '#EXT-X-ENDLIST',
].join('\n');

/** Publishes a video of two minutes, which every learner may watch. @returns its id */
export async function addLesson(server: TestServer): Promise<string> {
  const files = Object.fromEntries([
    ['v180/media.m3u8', Buffer.from(playlist)],
    ['v180/init.mp4', Buffer.from('init')],
    ...Array.from({ length: segments }, (_, i) => [`v180/${i + 1}.m4s`, Buffer.alloc(64, i)]),
  ]);
  const video = { files, durationSeconds: segments * segmentSeconds, schemes: ['cbcs'] } as const;
  return (await addReadyVideo(server, video)).videoId;
}

/** Opens a real server, to which checks send real requests. */
export async function openAccessBench(): Promise<AccessBench> {
  const server = await startTestServer();
  const agent = new Agent();
  const stopped = new AbortController();

  function openProbe(): Probe {
    return createProbe({
      target: { loopback: server.origin, origin: server.origin, isBehindTls: false },
      agent,
      localAddress: undefined,
      now: () => new Date(),
      signal: stopped.signal,
      takeTurn: async () => undefined,
    });
  }

  return {
    server,
    tools(weakness, change = (own) => own) {
      const given = openProbe();
      const changed = change(server.instance.composition.auditPorts);
      const send = weakness ? (request: ProbeRequest) => weakness(request, given.send) : given.send;
      const probe: Probe = {
        ...given,
        send,
        sendTogether: weakness
          ? (requests) => Promise.all(requests.map((request) => send(request)))
          : given.sendTogether,
      };
      const principals = createPrincipals({
        probe,
        throwaway: changed.throwaway,
        runId: randomUUID(),
      });
      return {
        probe,
        principals,
        ports: changed,
        now: () => new Date(),
        signal: stopped.signal,
      };
    },
    addVideo: () => addLesson(server),
    async requireSecondFactor(isRequired) {
      await setConfig(server, { accounts: { requireSecondFactor: isRequired } });
    },
    async stop() {
      stopped.abort();
      await agent.close();
      await server.stop();
    },
  };
}

/** Replaces parts of an answer, to simulate a weak server. */
export function changeAnswer(answer: ProbeAnswer, changes: Partial<ProbeAnswer>): ProbeAnswer {
  return { ...answer, ...changes };
}

/** Simulates a server that admits matching calls. */
export function letIn(matches: (request: ProbeRequest) => boolean): Weakness {
  return async (request, send) => {
    const answer = await send(request);
    return matches(request) ? changeAnswer(answer, { status: 200, text: '{}', json: {} }) : answer;
  };
}

/** Runs one of these checks. */
export async function runCheck(
  checks: readonly AuditCheck[],
  id: string,
  tools: CheckTools,
): Promise<CheckOutcome> {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`there is no check ${id}`);
  return check.run(tools);
}

/** Simulates a server that keeps admitting calls that were admitted once. */
export function neverEnds(matches: (request: ProbeRequest) => boolean = () => true): Weakness {
  const worked = new Map<string, ProbeAnswer>();
  return async (request, send) => {
    const answer = await send(request);
    const { authorization = '' } = request.headers ?? {};
    const key = `${request.method} ${request.path} ${authorization} ${request.body}`;
    const before = matches(request) ? worked.get(key) : undefined;
    const isRefused = answer.status === 401 || answer.status === 403;
    if (before && isRefused && readReason(answer) !== 'nonce_required') return before;
    if (answer.status === 200) worked.set(key, answer);
    return answer;
  };
}
