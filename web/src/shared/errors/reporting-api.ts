import type { Client } from '@prahari/contract';
import type { Session } from '../api/session.ts';

/**
 * What the log needs of the first page's code. It is handed over rather than imported, or the first
 * page would be cut into more chunks, each to be fetched.
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
