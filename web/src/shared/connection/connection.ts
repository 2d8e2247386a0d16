/** Whether the server can be reached. Every page stands on one: `browserConnection`. */
export interface Connection {
  isUp(): boolean;
  /** Calls back when it went or is back. @returns to stop that */
  subscribe(listener: () => void): () => void;
  /** An answer came, whatever it said. */
  noteAnswer(): void;
  /** Checks after a request that failed, or a word of the browser. @returns whether it is up */
  check(): Promise<boolean>;
  /** Resolves once it is up. */
  whenUp(): Promise<void>;
}

export interface ConnectionPorts {
  /** Asks the server for the least there is; false where no answer came in `answerMs`. */
  probe(): Promise<boolean>;
  /** Resolves after `ms`, or sooner when the browser says that it is online again. */
  pause(ms: number): Promise<void>;
}

/** How long a probe may take: with the word of the browser, the user is told within three seconds. */
export const answerMs = 2000;
const pauseMs = 2000;

/**
 * Goes by what a probe says, not by the browser's word, which speaks of the network alone: a server
 * on the same machine is reached without any, and one that is down is not with the best.
 */
export function createConnection({ probe, pause }: ConnectionPorts): Connection {
  const listeners = new Set<() => void>();
  let isUp = true;
  let checking: Promise<boolean> | undefined;

  function become(next: boolean) {
    if (isUp === next) return;
    isUp = next;
    for (const listener of listeners) listener();
  }

  async function probeOnce(): Promise<boolean> {
    become(await probe());
    checking = undefined;
    if (!isUp) void probeAgain();
    return isUp;
  }

  async function probeAgain() {
    await pause(pauseMs);
    if (!isUp) await connection.check();
  }

  const connection: Connection = {
    isUp: () => isUp,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteAnswer: () => become(true),
    check() {
      checking ??= probeOnce();
      return checking;
    },
    whenUp: () =>
      new Promise((resolve) => {
        if (isUp) {
          resolve();
          return;
        }
        const stop = connection.subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
  return connection;
}
