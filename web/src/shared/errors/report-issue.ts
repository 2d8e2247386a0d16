import { getBrowserErrorLog } from './browser-error-log.ts';

/** The text of the alert after 'Report Issue'. */
export interface ReportedIssue {
  readonly errorId: string;
  /** Whether the server has it; null while it is on its way. */
  readonly arrived: boolean | null;
}

const listeners = new Set<() => void>();
let reported: ReportedIssue | null = null;

function say(next: ReportedIssue | null): void {
  reported = next;
  for (const listener of listeners) listener();
}

export const reportedIssue = {
  get: () => reported,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  dismiss: () => say(null),
};

/** Sends the entry of an error for an administrator to look at, and shows its id. */
export async function reportIssue(error: unknown, operation: string): Promise<void> {
  const { id: errorId } = getBrowserErrorLog().entryFor(error, operation);
  say({ errorId, arrived: null });
  const arrived = await getBrowserErrorLog().report(errorId);
  if (reported?.errorId === errorId) say({ errorId, arrived });
}
