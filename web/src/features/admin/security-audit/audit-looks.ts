import type {
  AuditCheckStatus,
  AuditStatus,
  FindingSeverity,
  FindingStatus,
  OverallRisk,
} from '@prahari/contract';
import type { Tone } from '../../../ui/Badge.tsx';

export const severityTones: Readonly<Record<FindingSeverity, Tone>> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warning',
  low: 'neutral',
  informational: 'info',
};

export const riskTones: Readonly<Record<OverallRisk, Tone>> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warning',
  low: 'success',
};

/** The severity says how bad it is; the state only whether something is left to do. */
export const findingTones: Readonly<Record<FindingStatus, Tone>> = {
  open: 'neutral',
  reopened: 'warning',
  accepted: 'warning',
  resolved: 'success',
};

export const auditTones: Readonly<Record<AuditStatus, Tone>> = {
  queued: 'info',
  running: 'info',
  completed: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};

export const checkTones: Readonly<Record<AuditCheckStatus, Tone>> = {
  passed: 'success',
  failed: 'danger',
  warning: 'warning',
  not_applicable: 'neutral',
  not_tested: 'neutral',
  error: 'danger',
};
