import { clientErrorReportSchema, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { createBackOff } from '../outbox/redelivery.ts';
import { browserStorage } from '../storage/browser-storage.ts';
import { openStoredList } from '../storage/stored-list.ts';
import { createErrorLog, type ErrorLog } from './error-log.ts';
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
    every: (ms, work) => void setInterval(work, ms),
    newId: () => reportingPorts()?.newId() ?? crypto.randomUUID(),
    factsOf: (error) => ({
      userId: currentUserId(),
      userMessage: reportingPorts()?.userText(error) ?? '',
      page: window.location.pathname,
      language: document.documentElement.lang,
      online: navigator.onLine,
    }),
    userId: currentUserId,
    sends:
      document.querySelector<HTMLMetaElement>('meta[name="client-error-log"]')?.content === 'on',
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

function currentUserId(): string | null {
  return reportingPorts()?.api.session.state().context?.user.id ?? null;
}
