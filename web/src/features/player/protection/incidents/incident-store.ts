import { type IncidentReport, incidentReportSchema } from '@prahari/contract';
import * as z from 'zod/mini';

const STORAGE_KEY = 'prahari.incidents';
/** What a browser keeps for a server that it can't reach; more would fill the storage. */
export const MOST_KEPT = 200;

const keptSchema = z.array(z.object({ userId: z.string(), incident: incidentReportSchema }));

/** An incident that waits to be sent, with whose browser it was. */
export interface KeptIncident {
  readonly userId: string;
  readonly incident: IncidentReport;
}

/** From old to new. */
export interface IncidentStore {
  read(): KeptIncident[];
  write(kept: readonly KeptIncident[]): void;
}

/** Keeps incidents over reloads and closed tabs; of too many the oldest go. */
export function createIncidentStore(storage: Pick<Storage, 'getItem' | 'setItem'>): IncidentStore {
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
        const parsed = z.safeParse(keptSchema, stored);
        return parsed.success ? parsed.data : [];
      } catch {
        return [];
      }
    },
    write(kept) {
      try {
        storage.setItem(STORAGE_KEY, JSON.stringify(kept.slice(-MOST_KEPT)));
      } catch {
        // A full storage loses what a reload would have kept, and nothing else.
      }
    },
  };
}
