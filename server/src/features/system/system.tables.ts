import type {
  ErrorCategory,
  LoadReport,
  LoadRun,
  LoadRunFailure,
  LogLevel,
} from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

/** An error that a browser reported, with all columns of the table. */
export type StoredClientError = Row<'client_errors'>;

declare module '../../platform/db/tables.ts' {
  /** All columns are in `tables.generated.ts`, made from migrations/0007_client_errors.sql. */
  interface Tables {
    client_errors: Narrow<
      'client_errors',
      { level: LogLevel; category: ErrorCategory; metadata: Record<string, string> }
    >;
    load_runs: Narrow<
      'load_runs',
      {
        state: LoadRun['state'];
        phase: LoadRun['phase'];
        failure: LoadRunFailure;
      }
    >;
    load_tests: Narrow<'load_tests', { report: LoadReport }>;
  }
}
