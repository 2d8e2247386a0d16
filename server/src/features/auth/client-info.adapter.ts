import type { DeviceStep } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { DeviceCaller } from '../../platform/http/caller.ts';
import {
  type ClientTraits,
  readClientTraits,
  readTextHeader,
  readUserAgent,
} from '../../platform/http/request-facts.ts';
import { type DeviceKind, detectDeviceKind } from './devices/device-kind.rules.ts';

/** The client of a request, signed in or not: its device key is proven, the rest is its own claim. */
export interface ClientInfo extends ClientTraits {
  readonly deviceId: string;
  readonly kind: DeviceKind;
  /** Null for programs that take no steps. */
  readonly step: DeviceStep | null;
}

export function readClientInfo(caller: DeviceCaller, request: FastifyRequest): ClientInfo {
  const { deviceId, step = null } = caller;
  return { deviceId, step, kind: readDeviceKind(request), ...readClientTraits(request) };
}

/** Reads the kind of device from the user agent and the client hints of a request. */
export function readDeviceKind(request: FastifyRequest): DeviceKind {
  return detectDeviceKind({
    userAgent: readUserAgent(request),
    mobileHint: readTextHeader(request, 'sec-ch-ua-mobile'),
    platformHint: readTextHeader(request, 'sec-ch-ua-platform'),
  });
}
