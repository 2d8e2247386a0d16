import type { AlertStatus } from './alerts.ts';

/** What an administrator may do with an alert. */
export const alertMoves = ['acknowledge', 'resolve', 'dismiss', 'reopen'] as const;
export type AlertMove = (typeof alertMoves)[number];

/**
 * The states of an alert and the moves between them. The specification (section 4) offers two moves
 * while an alert is active; an acknowledged one can be resolved or dismissed too, and every end can
 * be undone.
 */
const nextStatus: Readonly<Record<AlertStatus, Readonly<Partial<Record<AlertMove, AlertStatus>>>>> =
  {
    active: { acknowledge: 'acknowledged', resolve: 'resolved', dismiss: 'suppressed' },
    acknowledged: { resolve: 'resolved', dismiss: 'suppressed' },
    resolved: { reopen: 'active' },
    suppressed: { reopen: 'active' },
  };

/** Lists the moves that are allowed in a state. */
export function listAllowedMoves(status: AlertStatus): AlertMove[] {
  return alertMoves.filter((move) => move in nextStatus[status]);
}

/** Finds the state after a move; undefined when the move isn't allowed. */
export function findNextStatus(status: AlertStatus, move: AlertMove): AlertStatus | undefined {
  return nextStatus[status][move];
}

/** Finds the states from which a move is allowed. */
export function listStatusesBefore(move: AlertMove): AlertStatus[] {
  return (['active', 'acknowledged', 'resolved', 'suppressed'] as const).filter(
    (status) => move in nextStatus[status],
  );
}

/**
 * Finds the state after the condition of an alert was met again: a resolved alert reopens; a
 * suppressed one does once its silence is over.
 */
export function findStatusAfterRecurrence(
  status: AlertStatus,
  suppression: { readonly untilMs: number | null; readonly nowMs: number },
): AlertStatus {
  if (status === 'resolved') return 'active';
  if (status !== 'suppressed') return status;
  const { untilMs, nowMs } = suppression;
  return untilMs !== null && nowMs >= untilMs ? 'active' : 'suppressed';
}
