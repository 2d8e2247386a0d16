import { type ClientErrorReport, clientErrorLimits, redactPrivate } from '@prahari/contract';

/** Specification, section 9: entries older than 24 h are dropped. */
const retentionMs = 24 * 3_600_000;

/**
 * Specification, section 9: 500 entries, here of one user, so that one user can't crowd others out.
 */
export const mostPerUser = 500;

/** Returns the moment before which received entries are removed. */
export function findOldestKept(now: Date): Date {
  return new Date(now.getTime() - retentionMs);
}

/** Removes private data from a report again: that the browser did so is only a claim. */
export function cleanReport(report: ClientErrorReport): ClientErrorReport {
  const { operation, message, metadataName, metadataValue } = clientErrorLimits;
  const fields = Object.entries(report.metadata).map(([name, value]) => [
    redactPrivate(name, metadataName),
    redactPrivate(value, metadataValue),
  ]);
  return {
    ...report,
    operation: redactPrivate(report.operation, operation),
    message: redactPrivate(report.message, message),
    userMessage: redactPrivate(report.userMessage, message),
    correlationId: report.correlationId && redactPrivate(report.correlationId, 64),
    metadata: Object.fromEntries(fields),
  };
}

/** Keeps the last report of each id: PostgreSQL refuses to write one row twice in a statement. */
export function keepLastOfEachId(reports: readonly ClientErrorReport[]): ClientErrorReport[] {
  return [...new Map(reports.map((report) => [report.id, report])).values()];
}
