import {
  type IncidentReport,
  incidentReportSchema,
  type Stream,
  type ViolationStanding,
} from '@prahari/contract';
import * as z from 'zod/mini';
import { createOutbox } from '../../../../shared/outbox/outbox.ts';
import type { BackOff } from '../../../../shared/outbox/redelivery.ts';
import type { KeptValues } from '../../../../shared/storage/browser-storage.ts';
import { openStoredList, type StoredList } from '../../../../shared/storage/stored-list.ts';

const STORAGE_KEY = 'prahari.incidents';
/** How many incidents wait for an unreachable server; more would fill the storage. */
export const MOST_STORED = 200;

/** An incident that waits to be sent, with its user. */
export interface StoredIncident {
  readonly userId: string;
  readonly incident: IncidentReport;
}

/** Keeps incidents over reloads and closed tabs. */
export function openIncidentStore(storage: KeptValues): StoredList<StoredIncident> {
  const schema = z.object({ userId: z.string(), incident: incidentReportSchema });
  return openStoredList(storage, STORAGE_KEY, schema);
}

export interface IncidentOutboxPorts {
  readonly store: StoredList<StoredIncident>;
  readonly policy: Stream['policy']['incidents'];
  /** Id of the signed-in user, so that no learner sends the incidents of another. */
  readonly userId: () => string | null;
  /** @returns the violations by video @throws ApiError */
  readonly send: (
    incidents: readonly IncidentReport[],
  ) => Promise<ReadonlyMap<string, ViolationStanding>>;
  /** Sends from a closing page, if it can. */
  readonly sendParting: (incidents: readonly IncidentReport[]) => void;
  readonly onStanding: (standings: ReadonlyMap<string, ViolationStanding>) => void;
  readonly backOff: BackOff;
  readonly every: (ms: number, work: () => void) => () => void;
}

export interface IncidentOutbox {
  /** @param isUrgent to be sent at once, before a reload */
  add(incident: IncidentReport, isUrgent: boolean): void;
  /** Call when the page closes. Sent incidents are kept until the server confirms them. */
  leave(): void;
  /** Call when the network may be back. */
  retry(): void;
  stop(): void;
}

/**
 * Sends incidents in batches (specification, section 9: 10, every 5 s). Unconfirmed ones are stored
 * and sent again; the id of each makes a repetition harmless.
 */
export function createIncidentOutbox(ports: IncidentOutboxPorts): IncidentOutbox {
  const { policy, backOff } = ports;
  let isStopped = false;
  const isMine = ({ userId }: StoredIncident) => userId === ports.userId();
  const outbox = createOutbox<StoredIncident>({
    store: { list: ports.store, most: MOST_STORED, keyOf: ({ incident }) => incident.id },
    mostWaiting: MOST_STORED,
    batchSize: policy.batchSize,
    backOff,
    maySend: isMine,
    async send(items) {
      const standings = await ports.send(items.map(({ incident }) => incident));
      if (!isStopped) ports.onStanding(standings);
    },
  });
  const listMine = () => outbox.list().filter(isMine);
  const stopTimer = ports.every(policy.batchEveryMs, outbox.flushWhenDue);
  outbox.flushWhenDue();

  return {
    add(incident, isUrgent) {
      const userId = ports.userId();
      if (userId === null) return;
      outbox.add({ userId, incident });
      if (isUrgent || listMine().length >= policy.batchSize) outbox.flushWhenDue();
    },
    leave() {
      const batch = listMine().slice(0, policy.batchSize);
      if (batch.length > 0) ports.sendParting(batch.map(({ incident }) => incident));
    },
    retry() {
      backOff.reset();
      outbox.flushWhenDue();
    },
    stop() {
      isStopped = true;
      stopTimer();
      outbox.flushWhenDue();
    },
  };
}
