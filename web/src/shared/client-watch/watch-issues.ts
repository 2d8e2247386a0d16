import type { IncidentReport } from '@prahari/contract';

/** Something of the whole that administrators should know of. */
export interface WatchIssue {
  readonly type: Extract<
    IncidentReport['type'],
    | 'fingerprint_mismatch'
    | 'content_tampered'
    | 'repeated_violations'
    | 'slow_network'
    | 'critical_network_events'
  >;
  /** As the specification writes it, section 8. */
  readonly message: string;
  readonly confidence: IncidentReport['confidence'];
  readonly details: Readonly<Record<string, string>>;
}

/** What was found out so far. */
export interface WatchFindings {
  /** Parts of the fingerprint that changed; empty where it is the same. */
  readonly changedParts: readonly string[];
  readonly isTampered: boolean;
  readonly hasRepeatedViolations: boolean;
  /** The median answer in milliseconds where the network is slow, else null. */
  readonly slownessMs: number | null;
  readonly criticalNetworkEvents: number;
}

/** Names what is worth telling of all that was found. */
export function listIssues(found: WatchFindings): readonly WatchIssue[] {
  const { changedParts, criticalNetworkEvents: events, slownessMs } = found;
  const issues: readonly (WatchIssue | null)[] = [
    changedParts.length === 0
      ? null
      : {
          type: 'fingerprint_mismatch',
          message: 'Device fingerprint mismatch detected',
          confidence: 'low',
          details: { changed: changedParts.join(', ') },
        },
    found.isTampered
      ? {
          type: 'content_tampered',
          message: 'Content tampering detected',
          confidence: 'medium',
          details: {},
        }
      : null,
    found.hasRepeatedViolations
      ? {
          type: 'repeated_violations',
          message: 'Multiple security violations detected',
          confidence: 'medium',
          details: {},
        }
      : null,
    slownessMs === null
      ? null
      : {
          type: 'slow_network',
          message: 'Slow network connection detected',
          confidence: 'low',
          details: { responseMs: String(slownessMs) },
        },
    events === 0
      ? null
      : {
          type: 'critical_network_events',
          message: `${events} critical network security events detected`,
          confidence: 'low',
          details: { events: String(events) },
        },
  ];
  return issues.filter((issue) => issue !== null);
}

/** How a blocked request or script looks; what extensions add is none of the page's affair. */
export function judgeBlocked(directive: string, blockedUri: string): 'critical' | 'high' | 'low' {
  if (/^[a-z-]*extension(:|$)/.test(blockedUri)) return 'low';
  return directive.startsWith('script-src') || directive === 'object-src' ? 'critical' : 'high';
}
