import { basePath, type Endpoint, endpoints } from '@prahari/contract';

/** Every call of the contract, by a name to show. */
export const routes: readonly { readonly name: string; readonly endpoint: Endpoint }[] =
  Object.values(endpoints)
    .flatMap((area): Endpoint[] => Object.values(area))
    .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

const nobody = '00000000-0000-4000-8000-000000000000';

/** Returns the address of a call, with an id that does not exist. */
export function buildAddress(origin: string, { path }: Endpoint): string {
  return `${origin}${basePath}${path.replaceAll('{id}', nobody)}`;
}

/** Sends the call with an empty body where it takes JSON. */
export function send(origin: string, endpoint: Endpoint, headers: Record<string, string> = {}) {
  const isJson = endpoint.body !== undefined && typeof endpoint.body !== 'string';
  return fetch(buildAddress(origin, endpoint), {
    method: endpoint.method,
    headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(isJson ? { body: '{}' } : {}),
  });
}
