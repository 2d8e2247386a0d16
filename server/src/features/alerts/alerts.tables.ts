import type {
  AlertActionKind,
  AlertCategory,
  AlertCondition,
  AlertMetricName,
  AlertOperator,
  AlertSeverity,
  AlertStatus,
  AlertStepKind,
  AlertSubjectKind,
} from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

/** A rule with all columns of the table. */
export type RuleRow = Row<'alert_rules'>;

type Fields = Record<string, unknown>;

declare module '../../platform/db/tables.ts' {
  /** All columns are in `tables.generated.ts`, made from the migrations. */
  interface Tables {
    alerts: Narrow<
      'alerts',
      {
        category: AlertCategory;
        severity: AlertSeverity;
        status: AlertStatus;
        subject_kind: AlertSubjectKind;
        metadata: Fields;
      }
    >;
    alert_rules: Narrow<
      'alert_rules',
      {
        category: AlertCategory;
        severity: AlertSeverity;
        subject: AlertSubjectKind;
        metric: AlertMetricName;
        operator: AlertOperator;
        conditions: AlertCondition[];
        actions: AlertActionKind[];
      }
    >;
    alert_steps: Narrow<'alert_steps', { kind: AlertStepKind; details: Fields }>;
    alert_actions: Narrow<
      'alert_actions',
      {
        kind: AlertActionKind;
        state: 'waiting' | 'done' | 'failed' | 'undone';
        subject: Fields;
        undo: Fields;
      }
    >;
  }
}
