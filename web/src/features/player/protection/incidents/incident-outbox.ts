import type { IncidentReport, Stream, ViolationStanding } from '@prahari/contract';
import { type BackOff, isRefusedForGood } from '../../../../shared/api/redelivery.ts';
import { type IncidentStore, type KeptIncident, MOST_KEPT } from './incident-store.ts';

export interface OutboxPorts {
  readonly store: IncidentStore;
  readonly policy: Stream['policy']['incidents'];
  /** Id of the signed-in user, so that one learner never sends what another did. */
  readonly userId: () => string | null;
  /** Answers where the learner stands, by video. @throws ApiError */
  readonly send: (
    incidents: readonly IncidentReport[],
  ) => Promise<ReadonlyMap<string, ViolationStanding>>;
  /** Sends from a page that is about to go, if it can. */
  readonly sendParting: (incidents: readonly IncidentReport[]) => void;
  readonly onStanding: (standings: ReadonlyMap<string, ViolationStanding>) => void;
  readonly backOff: BackOff;
  readonly every: (ms: number, work: () => void) => () => void;
}

export interface IncidentOutbox {
  /** `isUrgent`: the server should know at once, before a reload. */
  add(incident: IncidentReport, isUrgent: boolean): void;
  /** Call when the page goes. What was sent so is kept until the server has said that it has it. */
  leave(): void;
  /** The network may be back. */
  retry(): void;
  stop(): void;
}

/**
 * Sends incidents in batches (specification, section 9: 10, every 5 s). What the server did not get
 * is kept and tried again; each has an id of its own, so that sending twice does no harm.
 */
export function createIncidentOutbox(ports: OutboxPorts): IncidentOutbox {
  const { store, policy } = ports;
  let waiting = store.read();
  let sending: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  function mine(): IncidentReport[] {
    const userId = ports.userId();
    return waiting.filter((kept) => kept.userId === userId).map(({ incident }) => incident);
  }

  function forget(sent: readonly IncidentReport[]): void {
    const ids = new Set(sent.map(({ id }) => id));
    const isKept = ({ incident }: KeptIncident) => !ids.has(incident.id);
    waiting = waiting.filter(isKept);
    // Another tab may have added to it meanwhile.
    store.write(store.read().filter(isKept));
  }

  function flush(): void {
    if (ports.backOff.waitMs() > 0) return;
    // What came while one round ended gets a round of its own.
    if (sending) isAskedAgain = true;
    sending ??= sendAll().finally(() => {
      sending = undefined;
      const again = isAskedAgain;
      isAskedAgain = false;
      if (again) flush();
    });
  }

  async function sendAll(): Promise<void> {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      try {
        const standings = await ports.send(batch);
        ports.backOff.reset();
        if (!isStopped) ports.onStanding(standings);
      } catch (error) {
        if (!isRefusedForGood(error)) {
          ports.backOff.noteFailure(error);
          return;
        }
      }
      forget(batch);
    }
  }

  const nextBatch = () => mine().slice(0, policy.batchSize);
  const stopTimer = ports.every(policy.batchEveryMs, flush);
  flush();

  return {
    add(incident, isUrgent) {
      const userId = ports.userId();
      if (userId === null) return;
      waiting = [...waiting, { userId, incident }].slice(-MOST_KEPT);
      store.write([...store.read(), { userId, incident }]);
      if (isUrgent || mine().length >= policy.batchSize) flush();
    },
    leave() {
      const batch = nextBatch();
      if (batch.length > 0) ports.sendParting(batch);
    },
    retry() {
      ports.backOff.reset();
      flush();
    },
    stop() {
      isStopped = true;
      stopTimer();
      flush();
    },
  };
}
