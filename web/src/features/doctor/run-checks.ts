import { usualMinimumPixels } from '@prahari/contract';
import { type BrowserFacts, judgeBrowser, judgeScreen, type ScreenFacts } from './browser-rule.ts';
import type { CheckName, Finding } from './finding.ts';
import { createLimitedSignal } from './limited-signal.ts';
import { judgeClock, judgeNetwork, judgeServer, type LineFacts } from './line-rule.ts';
import {
  type CodecFacts,
  judgeCodecs,
  judgeKeySystems,
  type KeySystemFacts,
} from './media-rule.ts';
import type { ServerAnswer } from './probe-server.ts';
import { judgeStorage, type StorageFacts } from './storage-rule.ts';

/** The probe of each check; rejecting or hanging is a result too. */
export interface Probes {
  browser(): BrowserFacts;
  screen(minimumPixels: number): ScreenFacts;
  codecs(): Promise<CodecFacts>;
  keySystems(): Promise<KeySystemFacts>;
  storage(): Promise<StorageFacts>;
  server(signal: AbortSignal): Promise<ServerAnswer>;
  line(limitMs: number, signal: AbortSignal): Promise<Omit<LineFacts, 'roundTripMs'> | null>;
}

/** All of it within ten seconds: the question to the server, then the download; the rest beside. */
const limitsMs = { probe: 3000, server: 4000, line: 5000 } as const;

/**
 * Runs every check, each within its time, and reports each finding as it comes.
 * @param signal ends it early; nothing is reported from then on
 */
export async function runChecks(
  probes: Probes,
  tell: (check: CheckName, finding: Finding) => void,
  signal: AbortSignal,
): Promise<void> {
  const say = (check: CheckName, finding: Finding) => {
    if (!signal.aborted) tell(check, finding);
  };
  async function beside<T>(check: CheckName, facts: Promise<T>, judge: (facts: T) => Finding) {
    const answer = await within(facts, limitsMs.probe);
    say(check, answer === null ? unanswered(check) : judge(answer));
  }

  async function overTheLine() {
    const limited = createLimitedSignal(limitsMs.server, signal);
    const answer = await probes.server(limited.signal).finally(limited.release);
    const { status, roundTripMs, clockAheadMs, data } = answer;
    say('server', judgeServer(status, roundTripMs));
    say('screen', judgeScreen(probes.screen(data?.minimumScreenPixels ?? usualMinimumPixels)));
    say('clock', clockAheadMs === null ? unanswered('clock') : judgeClock(clockAheadMs));
    const line = data === null ? null : await probes.line(limitsMs.line, signal);
    say('network', line === null ? unanswered('network') : judgeNetwork({ ...line, roundTripMs }));
  }

  say('browser', judgeBrowser(probes.browser()));
  await Promise.all([
    beside('codecs', probes.codecs(), judgeCodecs),
    beside('keys', probes.keySystems(), judgeKeySystems),
    beside('storage', probes.storage(), judgeStorage),
    overTheLine(),
  ]);
}

/** An unknown result does not count against the machine, but is reported. */
function unanswered(check: CheckName): Finding {
  const isDecisive = check === 'keys' || check === 'codecs' || check === 'storage';
  return {
    verdict: isDecisive ? 'problem' : 'note',
    says: 'unanswered',
    step: isDecisive ? 'unansweredStep' : 'unansweredLineStep',
    facts: 'no answer',
  };
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}
