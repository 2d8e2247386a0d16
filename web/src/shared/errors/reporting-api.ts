import type { Client } from '@prahari/contract';
import type { Session } from '../api/session.ts';

/**
 * The parts of the first page's code that the log needs. Passed rather than imported: an import
 * would split the first page into more chunks.
 */
export interface ReportingPorts {
  readonly api: { readonly session: Session; readonly call: Client['call'] };
  readonly clientVersion: string;
  newId(): string;
  /** Returns the text that the user saw. */
  userText(error: unknown): string;
}

let ports: ReportingPorts | undefined;

/** Says whose session sends what is noticed. */
export function reportThrough(given: ReportingPorts): void {
  ports = given;
}

export const reportingPorts = (): ReportingPorts | undefined => ports;
