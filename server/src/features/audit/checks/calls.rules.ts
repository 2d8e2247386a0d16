import { buildUrl, type Endpoint, errorSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import type { ProbeAnswer, ProbeRequest } from '../probe/probe.adapter.ts';
import type { AuditCheck, Observation } from './check.rules.ts';
import { observeAnswer } from './check.rules.ts';

/** An id that nothing has. */
export const unusedId = '0199f3c0-0000-7000-8000-00000000a0d1';

/** Parameters that lead to nothing, for walks over calls whose objects do not matter. */
const unusedParams: Readonly<Record<string, string>> = { language: 'hi', system: 'widevine' };

/** Describes a call of the contract as it is sent. */
export function describeCall(
  endpoint: Endpoint,
  input: { readonly params?: object; readonly query?: object; readonly body?: object } = {},
): ProbeRequest {
  const { body, ...address } = input;
  return {
    method: endpoint.method,
    path: buildUrl('', endpoint, address),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/**
 * Describes a call that can't do anything, even where it is let in: its ids are unused, and its body
 * is no JSON, which is read only after access was decided.
 */
export function describeHarmlessCall(endpoint: Endpoint): ProbeRequest {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, unusedParams[name] ?? unusedId]));
  const { method } = endpoint;
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return {
    method,
    path: buildUrl('', endpoint, { params }),
    ...(isRead
      ? {}
      : { body: '{"audit":', headers: { 'content-type': findContentType(endpoint) } }),
  };
}

/** Reads why a call was refused; null where the answer names no reason. */
export function readReason({ json }: ProbeAnswer): string | null {
  const refused = z.safeParse(errorSchema, json);
  const reason = refused.success ? refused.data.error.details?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : null;
}

const enveloped = z.object({ data: z.unknown() });

/** Reads `data` of an answer; undefined where it has another shape. */
export function readData<T extends z.ZodMiniType>(
  { json }: ProbeAnswer,
  schema: T,
): z.output<T> | undefined {
  const answer = z.safeParse(enveloped, json);
  const data = answer.success ? z.safeParse(schema, answer.data.data) : undefined;
  return data?.success ? data.data : undefined;
}

/** Names a call of the contract as reports do. */
export function nameCall({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/**
 * Observes that a call is answered by one of these statuses.
 * @param endpoint names what is affected; left out, it is the address that was asked
 */
export function expectStatus(
  answer: ProbeAnswer,
  statuses: readonly number[],
  what?: string,
  endpoint?: Endpoint,
): Observation {
  const reason = readReason(answer);
  const observation = observeAnswer(
    answer,
    `${statuses.join(' or ')}${what === undefined ? '' : `: ${what}`}`,
    statuses.includes(answer.status),
    reason === null ? `${answer.status}` : `${answer.status} ${reason}`,
  );
  return endpoint ? { ...observation, component: nameCall(endpoint) } : observation;
}

/** Lists requirements of ASVS 5.0 by their level. */
export function listAsvs(
  byLevel: Readonly<Partial<Record<1 | 2 | 3, readonly string[]>>>,
): AuditCheck['asvs'] {
  return ([1, 2, 3] as const).flatMap((level) =>
    (byLevel[level] ?? []).map((id) => ({ id: `v5.0.0-${id}`, level })),
  );
}

/** Bodies of another kind are refused for their type alone, which tells nothing about access. */
function findContentType({ body }: Endpoint): string {
  if (body === undefined || '_zod' in body) return 'application/json';
  if ('types' in body) return body.types[0];
  return 'stream' in body ? body.stream[0] : 'multipart/form-data; boundary=audit';
}
