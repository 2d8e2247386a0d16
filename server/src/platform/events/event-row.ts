import {
  type EventCatalogue,
  type EventName,
  type EventSeverity,
  eventSeverities,
  severityOfEvent,
} from '@prahari/contract';
import { v7 as uuidv7, validate } from 'uuid';
import { normalizeAddress } from '../network/name-source.ts';
import { findOrigin, type RequestOrigin } from './request-origin.ts';

/** An event as it is stored. */
export interface EventRow {
  readonly id: string;
  readonly name: EventName;
  /** JSON. */
  readonly data: string;
  readonly happenedAt: Date;
  /** Whom it is about, else who did it. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  /** From where it was done: for what an administrator did to a user, the administrator's. */
  readonly address: string | null;
  readonly country: string | null;
  readonly severity: EventSeverity;
}

/**
 * Creates the row of an event. What its data does not say is the caller's, as far as the event is
 * the caller's own act.
 */
export function createEventRow<Name extends EventName>(
  name: Name,
  data: EventCatalogue[Name],
  happenedAt: Date,
): EventRow {
  const origin = findOrigin();
  const userId = findField(data, 'userId');
  const byUserId = findField(data, 'byUserId');
  const known = findAct(data, { userId, byUserId }, origin);
  const own = known && isOwn({ userId, byUserId }, known) ? known : undefined;
  const address = readText(data, 'address');
  const from = address === undefined ? known?.address || null : normalizeAddress(address);
  const severity = eventSeverities.find((one) => one === findField(data, 'severity'));
  return {
    id: uuidv7(),
    name,
    data: JSON.stringify(data),
    happenedAt,
    userId: readId(userId === undefined ? (byUserId ?? own?.userId) : userId),
    sessionId: readId(findField(data, 'sessionId') ?? own?.sessionId),
    deviceId: readText(data, 'deviceId') ?? own?.deviceId ?? null,
    address: from,
    country: from !== null && from === known?.address ? known.country : null,
    severity: severity ?? severityOfEvent[name],
  };
}

interface Persons {
  readonly userId: unknown;
  readonly byUserId: unknown;
}

/**
 * Returns the origin if the event is an act of that request: work that many requests share runs
 * with the origin of one of them.
 */
function findAct(
  data: object,
  { userId, byUserId }: Persons,
  origin: RequestOrigin | undefined,
): RequestOrigin | undefined {
  if (!origin) return undefined;
  const named = [byUserId, userId].filter((id) => typeof id === 'string');
  if (origin.userId !== null) {
    return named.length === 0 || named.includes(origin.userId) ? origin : undefined;
  }
  const deviceId = readText(data, 'deviceId') ?? origin.deviceId;
  return origin.deviceId === null || origin.deviceId === deviceId ? origin : undefined;
}

/**
 * Tells whether the event is about the caller, so that the caller's session and device belong to
 * it.
 */
function isOwn({ userId, byUserId }: Persons, origin: RequestOrigin): boolean {
  const about = typeof userId === 'string' ? userId : byUserId;
  return typeof about !== 'string' || origin.userId === null || origin.userId === about;
}

function findField(data: object, name: string): unknown {
  const value: unknown = Reflect.get(data, name);
  return value;
}

function readText(data: object, name: string): string | undefined {
  const value = findField(data, name);
  return typeof value === 'string' ? value : undefined;
}

function readId(value: unknown): string | null {
  return typeof value === 'string' && validate(value) ? value : null;
}
