import type { DataOf, endpoints, ImportJob } from '@prahari/contract';
import type { Trx } from '../../platform/db/database.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import type { Videos } from '../videos/index.ts';

/** What ingest needs from other features; filled by create-features.ts. */
export interface IngestPorts {
  readonly videos: Pick<
    Videos,
    | 'describeViewer'
    | 'describeVideoViewer'
    | 'requireManagedVideo'
    | 'changeManagedVideo'
    | 'writeVideoAuditEntry'
    | 'presentManagedVideo'
  >;
  /** The other kind of upload: users from spreadsheets. */
  readonly importJobs: {
    maySee(caller: SessionCaller): boolean;
    /** Undefined when the caller may see no such job. */
    find(caller: SessionCaller, id: string): Promise<ImportJob | undefined>;
    list(
      caller: SessionCaller,
      query: { page: number; limit: number; search?: string | undefined },
    ): Promise<DataOf<typeof endpoints.uploads.jobs>>;
  };
  readonly exportList: ExportList;
  /** Finds the name of a user for the audit log. */
  nameOf(trx: Trx, userId: string): Promise<string | undefined>;
}
