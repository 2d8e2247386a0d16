import type { DeviceStep } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { DeviceCaller } from '../../platform/http/caller.ts';
import { type ClientTraits, readClientTraits } from '../../platform/http/request-facts.ts';

/** The client of a request, signed in or not: its device key is proven, the rest is its own claim. */
export interface ClientInfo extends ClientTraits {
  readonly deviceId: string;
  /** Null for programs that take no steps. */
  readonly step: DeviceStep | null;
}

export function readClientInfo(caller: DeviceCaller, request: FastifyRequest): ClientInfo {
  const { deviceId, step = null } = caller;
  return { deviceId, step, ...readClientTraits(request) };
}
