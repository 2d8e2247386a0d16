import type { IncidentSeverity } from '@prahari/contract';

/** What was seen in this browser (specification, section 3: security audit event). */
export interface AuditEvent {
  readonly timestamp: string;
  readonly event: string;
  readonly severity: IncidentSeverity;
  readonly details: Readonly<Record<string, string>>;
}

/** What was seen of the network (specification, section 3: network event). */
export interface NetworkEvent {
  readonly timestamp: string;
  readonly eventType: string;
  readonly severity: IncidentSeverity;
  readonly details: Readonly<Record<string, string>>;
}

/** Specification, section 9. */
export const watchLimits = { auditEvents: 1000, networkEvents: 500, requests: 100, serious: 5 };
/** Within this time so many requests are unusual: pages that refresh themselves ask for years. */
const requestWindowMs = 60_000;

export interface WatchLog {
  noteAudit(event: string, severity: IncidentSeverity, details?: Record<string, string>): void;
  noteNetwork(type: string, severity: IncidentSeverity, details?: Record<string, string>): void;
  /** Notes a request to the API, and flags too many of them. */
  noteRequest(path: string): void;
  auditEvents(): readonly AuditEvent[];
  networkEvents(): readonly NetworkEvent[];
  /** Tells whether more than five audit events are high or critical. */
  hasRepeatedViolations(): boolean;
  countCriticalNetworkEvents(): number;
}

/** Keeps what was seen, in memory: the newest 1,000 audit events and 500 of the network. */
export function createWatchLog(nowMs: () => number): WatchLog {
  let audit: readonly AuditEvent[] = [];
  let network: readonly NetworkEvent[] = [];
  let requestsAtMs: readonly number[] = [];
  let isFlagged = false;

  const timestamp = () => new Date(nowMs()).toISOString();

  function noteNetwork(eventType: string, severity: IncidentSeverity, details = {}) {
    const event = { timestamp: timestamp(), eventType, severity, details };
    network = [...network, event].slice(-watchLimits.networkEvents);
  }

  return {
    noteAudit(event, severity, details = {}) {
      const one = { timestamp: timestamp(), event, severity, details };
      audit = [...audit, one].slice(-watchLimits.auditEvents);
    },
    noteNetwork,
    noteRequest(path) {
      noteNetwork('request', 'low', { path });
      const now = nowMs();
      requestsAtMs = [...requestsAtMs.filter((at) => now - at < requestWindowMs), now];
      const isMany = requestsAtMs.length > watchLimits.requests;
      if (isMany && !isFlagged) {
        noteNetwork('many_requests', 'medium', { requests: String(requestsAtMs.length) });
      }
      isFlagged = isMany;
    },
    auditEvents: () => audit,
    networkEvents: () => network,
    hasRepeatedViolations: () => audit.filter(isSerious).length > watchLimits.serious,
    countCriticalNetworkEvents: () =>
      network.filter(({ severity }) => severity === 'critical').length,
  };
}

const isSerious = ({ severity }: AuditEvent) => severity === 'high' || severity === 'critical';
