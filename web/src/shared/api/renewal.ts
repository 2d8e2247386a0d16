import { ApiError, type LoginData } from '@prahari/contract';

/** How long a waiting tab gives the other one's answer to arrive before it asks itself. */
const HANDOVER_MS = 500;

export interface RenewalPorts {
  /** Asks the server to rotate the refresh token, which lies in an HttpOnly cookie. */
  rotate(): Promise<LoginData>;
  /** Runs `work` while no other tab of this browser runs its own. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Tells the other tabs of this browser. */
  announce(data: LoginData): void;
  onAnnounced(listener: (data: LoginData) => void): void;
  /**
   * Reads a mark shared by all tabs, changed by each rotation; storage is seen before a message is.
   */
  readMark(): string | null;
  writeMark(): void;
  adopt(data: LoginData): void;
  /** Ends the session: the server refused to renew it, and said why. */
  end(refusal: ApiError): void;
  /** Resolves after `ms`, for the wait above. */
  delay(ms: number): Promise<void>;
}

/**
 * Makes the one renewal that all callers of this page, and all tabs, share.
 *
 * The returned function answers true when there is a new access token and false when the session
 * is over. It throws the ApiError when the server could not be asked: that ends no session.
 */
export function createRenewal(ports: RenewalPorts): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  let handover: (() => void) | undefined;
  // As it was with the token that this page has: where it changed since, an answer is on its way here.
  let knownMark = ports.readMark();

  ports.onAnnounced((data) => {
    ports.adopt(data);
    knownMark = ports.readMark();
    handover?.();
  });

  async function renew(): Promise<boolean> {
    let arrived = false;
    const arrival = new Promise<void>((resolve) => {
      handover = () => {
        arrived = true;
        resolve();
      };
    });
    return ports.exclusively(async () => {
      if (ports.readMark() !== knownMark && !arrived) {
        await Promise.race([arrival, ports.delay(HANDOVER_MS)]);
      }
      return arrived || rotate();
    });
  }

  async function rotate(): Promise<boolean> {
    try {
      const data = await ports.rotate();
      ports.adopt(data);
      ports.writeMark();
      knownMark = ports.readMark();
      ports.announce(data);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !isFinal(error)) throw error;
      ports.end(error);
      return false;
    }
  }

  return () => {
    running ??= renew().finally(() => {
      running = undefined;
      handover = undefined;
    });
    return running;
  };
}

/**
 * Tells whether the server judged the refresh token, rather than failed, throttled or not been
 * reached.
 */
function isFinal(error: ApiError): boolean {
  return error.status === 400 || error.status === 401 || error.status === 403;
}
