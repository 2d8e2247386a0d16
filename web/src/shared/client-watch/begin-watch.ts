import {
  basePath,
  endpoints,
  type IncidentReport,
  isViolation,
  scoreHeaders,
} from '@prahari/contract';
import type { Api } from '../api/browser-api.ts';
import { createCorrelationId } from '../api/correlation-id.ts';
import { noticeError } from '../errors/notice-error.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createBackOff } from '../outbox/redelivery.ts';
import { browserStorage, tabStorage } from '../storage/browser-storage.ts';
import { hashParts, listMismatch, lookAtDevice, readFingerprint } from './fingerprint.ts';
import { onIncident } from './noticed-incidents.ts';
import { findSlowness } from './slow-network.ts';
import { judgeBlocked, listIssues, type WatchIssue } from './watch-issues.ts';
import { createWatchLog, type WatchLog } from './watch-log.ts';

const FINGERPRINT_KEY = 'prahari.fingerprint';
const SEEN_KEY = 'prahari.watch';
const lookEveryMs = 30_000;
/** Specification, section 9. */
const leastHeaderScore = 70;

type WatchApi = Pick<Api, 'session' | 'call'>;

/**
 * Watches this browser and its network for as long as the page lives (specification, section 8:
 * audit issues). All of it is evidence, reported as incidents, each kind once in a tab.
 */
export function beginWatch(api: WatchApi): void {
  const log = createWatchLog(() => Date.now());
  const answersMs: number[] = [];
  let changedParts: readonly string[] = [];
  let isTampered = false;

  onIncident(({ type, confidence }) => {
    if (type === 'watermark_tampered') isTampered = true;
    log.noteAudit(type, isViolation(type, confidence) ? 'high' : 'low');
  });
  watchRequests(log, answersMs);
  watchPolicy(log);
  const report = createReporter(api);

  async function look() {
    if (document.hidden || api.session.state().context === null) return;
    if (isNewHere('fingerprint')) changedParts = await compareFingerprint(log);
    if (isNewHere('headers')) await checkHeaders(log);
    const issues = listIssues({
      changedParts,
      isTampered,
      hasRepeatedViolations: log.hasRepeatedViolations(),
      slownessMs: findSlowness(answersMs, readConnection()),
      criticalNetworkEvents: log.countCriticalNetworkEvents(),
    });
    for (const issue of issues) if (isNewHere(issue.type)) report(issue);
  }

  void look();
  setInterval(() => void look(), lookEveryMs);
}

/** Tells whether this tab has not done that yet, and notes that it has. */
function isNewHere(what: string): boolean {
  const before = (tabStorage.getItem(SEEN_KEY) ?? '').split(',');
  if (before.includes(what)) return false;
  // While a video plays, reading a canvas is what its protection looks for.
  if (what === 'fingerprint' && window.location.pathname.startsWith('/watch/')) return false;
  tabStorage.setItem(SEEN_KEY, [...before, what].join());
  return true;
}

/** Compares this device with the last time; only hashes are kept. */
async function compareFingerprint(log: WatchLog): Promise<readonly string[]> {
  const now = await hashParts(await lookAtDevice());
  const before = readFingerprint(browserStorage.getItem(FINGERPRINT_KEY));
  browserStorage.setItem(FINGERPRINT_KEY, JSON.stringify(now));
  const changed = before === null ? [] : listMismatch(before, now);
  if (changed.length > 0) log.noteAudit('fingerprint', 'medium', { changed: changed.join() });
  return changed;
}

/** Scores the headers of the page and of a call as they arrive here, behind any proxy; log only. */
async function checkHeaders(log: WatchLog): Promise<void> {
  const isOverTls = window.location.protocol === 'https:';
  for (const path of ['/', `${basePath}/health/liveness`]) {
    const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
    if (answer === null) continue;
    const { score, summary, missing } = scoreHeaders(Object.fromEntries(answer.headers), isOverTls);
    const names = missing.map(({ name }) => name).join(', ');
    const isLow = score < leastHeaderScore;
    log.noteAudit('headers', isLow ? 'medium' : 'low', { path, score: String(score), names });
    if (isLow) {
      const text = `Security headers of ${path} are ${summary}: ${score} of 100, without ${names}`;
      noticeError('security headers', new Error(text));
    }
  }
}

/** Notes each call, and how long its answer took to begin: streams and downloads go on. */
function watchRequests(log: WatchLog, answersMs: number[]): void {
  if (!('PerformanceObserver' in window)) return;
  const isCall = ({ pathname, origin }: URL) =>
    origin === window.location.origin && pathname.startsWith(`${basePath}/`);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      const url = new URL(entry.name);
      if (!isCall(url)) continue;
      log.noteRequest(url.pathname);
      if (entry.responseStart > 0) answersMs.push(entry.responseStart - entry.startTime);
      if (answersMs.length > 50) answersMs.shift();
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Notes what the browser stopped because the page's policy does not allow it. */
function watchPolicy(log: WatchLog): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, blockedURI, disposition } = event;
    if (disposition !== 'enforce') return;
    const severity = judgeBlocked(directive, blockedURI);
    log.noteNetwork('blocked', severity, { directive });
  });
}

/** What the browser says of its network; Chromium alone does. */
function readConnection(): string | undefined {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return undefined;
  const type: unknown = Reflect.get(connection, 'effectiveType');
  return typeof type === 'string' ? type : undefined;
}

/** Sends issues as incidents outside any playback, again after a failure. */
function createReporter(api: WatchApi): (issue: WatchIssue) => void {
  const outbox = createOutbox<IncidentReport>({
    mostWaiting: 10,
    batchSize: 10,
    backOff: createBackOff(),
    async send(incidents) {
      await api.call(endpoints.security.reportIncidents, { body: { incidents: [...incidents] } });
    },
  });
  setInterval(outbox.flushWhenDue, lookEveryMs);
  return ({ type, message, confidence, details }) => {
    const { screen } = window;
    outbox.add({
      id: createCorrelationId(),
      type,
      confidence,
      message,
      playbackSessionId: null,
      videoId: null,
      occurredAt: new Date().toISOString(),
      warningCount: 0,
      url: window.location.pathname.slice(0, 300),
      metadata: {
        screen: `${screen.width}x${screen.height}@${window.devicePixelRatio}`,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        language: navigator.language,
        platform: navigator.platform,
        ...details,
      },
    });
    outbox.flushWhenDue();
  };
}
