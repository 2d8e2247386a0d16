import { clientErrorReportSchema, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { createBackOff } from '../outbox/redelivery.ts';
import { browserStorage } from '../storage/browser-storage.ts';
import { openStoredList } from '../storage/stored-list.ts';
import { createErrorLog, type ErrorLog } from './error-log.ts';
import { createRemoteLog, sendToRemoteLog } from './remote-log.ts';
import { reportingPorts } from './reporting-api.ts';

const STORAGE_KEY = 'prahari.errors';
const entrySchema = z.extend(clientErrorReportSchema, { userId: z.nullable(z.string()) });

let log: ErrorLog | undefined;

/** Returns the one error log of this page. */
export function getBrowserErrorLog(): ErrorLog {
  log ??= createErrorLog({
    store: openStoredList(browserStorage, STORAGE_KEY, entrySchema),
    now: () => Date.now(),
    backOff: createBackOff(),
    every,
    copy: openRemoteLog()?.add,
    newId: () => reportingPorts()?.newId() ?? crypto.randomUUID(),
    factsOf: (error) => ({
      userId: currentUserId(),
      userMessage: reportingPorts()?.userText(error) ?? '',
      page: window.location.pathname,
      language: document.documentElement.lang,
      online: navigator.onLine,
    }),
    userId: currentUserId,
    sends: readFact('client-error-log') === 'on',
    async send(entries) {
      const ports = reportingPorts();
      if (!ports) throw new Error('there is no session to send through');
      // The server decides who the sender is.
      const logs = entries.map(({ userId: _, ...report }) => report);
      const { clientVersion } = ports;
      await ports.api.call(endpoints.logs.reportClientErrors, {
        body: { logs, metadata: { clientVersion } },
      });
    },
  });
  return log;
}

const every = (ms: number, work: () => void) => void setInterval(work, ms);

/** Reads what the server wrote into the page. */
function readFact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** Opens the way to the operator's own log; undefined where the server names none. */
function openRemoteLog() {
  const endpoint = readFact('remote-log');
  if (!/^https?:/.test(endpoint)) return undefined;
  return createRemoteLog({
    every,
    backOff: createBackOff(),
    send: (entries) =>
      sendToRemoteLog(endpoint, entries, {
        clientName: 'prahari-web',
        clientVersion: reportingPorts()?.clientVersion ?? '',
      }),
  });
}

function currentUserId(): string | null {
  return reportingPorts()?.api.session.state().context?.user.id ?? null;
}
