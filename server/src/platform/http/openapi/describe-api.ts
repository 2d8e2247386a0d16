import {
  type Access,
  apiVersion,
  basePath,
  type Endpoint,
  endpoints,
  type HeaderFacts,
  tags,
} from '@prahari/contract';
import { type CallSchemas, describeSchemas, isSchema, type JsonSchema } from './schemas.ts';
import {
  describeResponses,
  listHeaderRefs,
  listRefusalRefs,
  parameterComponents,
  type RefusalStatus,
  responseHeaderComponents,
  securitySchemes,
} from './shared.ts';

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };
const description = [
  'Every JSON answer is `{data, meta}` or `{error, meta}`, except licences. Calls carry a DPoP proof',
  '(RFC 9449) of a device key, most of them an access token that is bound to it; docs/api.md shows how.',
  'HEAD is answered for every GET. A method that an address does not have is answered 405 with `Allow`.',
].join(' ');

const methodsWithBody = ['POST', 'PUT', 'PATCH'];
const statusOf = ({ data, status }: Endpoint) => status ?? (data === 'empty' ? 204 : 200);

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { title: string; version: string; description: string; license: typeof license };
  readonly servers: { url: string }[];
  readonly tags: { name: string; description: string }[];
  readonly paths: Record<string, object>;
  readonly components: object;
}

/**
 * Describes every call of the contract as an OpenAPI 3.1 document that clients are generated from.
 * @param besides addresses that are no calls of the contract
 */
export function describeApi(besides: Readonly<Record<string, object>>): ApiDocument {
  described ??= describeContract();
  return { ...described, paths: { ...described.paths, ...besides } };
}

/** The contract never changes, and to describe it takes most of the time in which routes are bound. */
let described: ApiDocument | undefined;

function describeContract(): ApiDocument {
  const calls = callsByOperationId();
  const schemas = describeSchemas(calls);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, endpoint] of calls) {
    const operation = describeOperation(operationId, endpoint, schemas.of(operationId));
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prahari', version: apiVersion, description, license },
    servers: [{ url: basePath }],
    tags: Object.entries(tags).map(([name, { about: description }]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      headers: responseHeaderComponents,
      parameters: parameterComponents,
      responses: describeResponses(),
      schemas: schemas.components,
    },
  };
}

/** Maps calls by operation id: `auth.login` is `authLogin`, as stable as the contract's table. */
function callsByOperationId(): Map<string, Endpoint> {
  const all = Object.entries(endpoints).flatMap(([area, of]) =>
    Object.entries(of).map(([name, endpoint]: [string, Endpoint]) => {
      return [`${area}${name.charAt(0).toUpperCase()}${name.slice(1)}`, endpoint] as const;
    }),
  );
  // The order of a module's exports is not the same for every loader.
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeOperation(operationId: string, endpoint: Endpoint, schemas: CallSchemas) {
  const { access, headers, summary, tag } = endpoint;
  const requestBody = describeRequestBody(endpoint, schemas);
  const servers = endpoint.atRoot ? { servers: [{ url: basePath }, { url: '/' }] } : {};
  return {
    operationId,
    summary,
    tags: [tag],
    ...servers,
    security: describeSecurity(endpoint),
    parameters: [
      ...describeParameters('path', schemas.params),
      ...describeParameters('query', schemas.query),
      ...headerParameters(headers?.asked ?? {}),
      ...sharedParameters(access),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [statusOf(endpoint)]: describeSuccess(endpoint, schemas),
      ...listRefusalRefs(listRefusals(endpoint)),
    },
  };
}

function describeSecurity({ access, cookie }: Endpoint): Record<string, readonly string[]>[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'probe':
      return [{}, { metricsToken: [] }];
    case 'runner':
      return [{ runnerSecret: [] }];
    case 'session':
      return [{ accessToken: [], deviceProof: [] }];
    case 'device': {
      const byProof = { deviceProof: [] };
      return cookie ? [byProof, { deviceProof: [], [cookie]: [] }] : [byProof];
    }
  }
}

function describeParameters(place: 'path' | 'query', schema: JsonSchema | undefined) {
  const properties = schema?.['properties'];
  const required = schema?.['required'];
  return Object.entries(properties ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: of,
  }));
}

function headerParameters(headers: HeaderFacts) {
  return Object.entries(headers).map(([name, { about, required = false }]) => {
    return { name, in: 'header', required, description: about, schema: { type: 'string' } };
  });
}

function sharedParameters({ kind }: Access) {
  const proves = kind === 'device' || kind === 'session';
  const names = ['CorrelationId', 'ClientName', ...(proves ? ['RequestKey', 'DeviceId'] : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const bytes = { type: 'string', format: 'binary' } as const;
const text = { type: 'string' } as const;

function describeContent(types: readonly string[], schema: JsonSchema) {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function describeRequestBody({ body, method }: Endpoint, schemas: CallSchemas) {
  if (body === undefined) return undefined;
  if (isSchema(body)) {
    return { required: true, content: describeContent(['application/json'], schemas.body ?? {}) };
  }
  if ('types' in body) return { required: true, content: describeContent(body.types, bytes) };
  // To begin an upload may already bring its first bytes.
  if ('stream' in body) {
    return { required: method === 'PATCH', content: describeContent(body.stream, bytes) };
  }
  const file = { type: 'object', required: ['file'], properties: { file: bytes } };
  const schema = { allOf: [schemas.form, file] };
  const encoding = { file: { contentType: body.file.join(', ') } };
  return {
    required: true,
    description: 'Fields before the file: the server reads the body as it arrives.',
    content: { 'multipart/form-data': { schema, encoding } },
  };
}

function describeSuccess({ data, access, headers }: Endpoint, schemas: CallSchemas) {
  const proves = access.kind === 'device' || access.kind === 'session';
  const isFile = typeof data === 'object' && 'file' in data;
  const own = Object.entries(headers?.answered ?? {}).map(([name, { about }]) => {
    return [name, { description: about, schema: text }] as const;
  });
  const nonce: Record<string, string> = proves ? { 'DPoP-Nonce': 'Nonce' } : {};
  return {
    description: isFile
      ? 'The file.'
      : data === 'empty'
        ? 'Done; the answer has no body.'
        : 'The answer.',
    headers: { ...listHeaderRefs(nonce), ...Object.fromEntries(own) },
    ...contentOfData(data, schemas.data),
  };
}

function contentOfData(data: Endpoint['data'], ref: JsonSchema | undefined) {
  if (data === 'empty') return {};
  if ('file' in data) return { content: describeContent(data.file, bytes) };
  if ('text' in data) return { content: describeContent(data.text, text) };
  if ('raw' in data) return { content: describeContent(['application/json'], ref ?? {}) };
  const schema = {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: ref, meta: { $ref: '#/components/schemas/Meta' } },
  };
  return { content: describeContent(['application/json'], schema) };
}

/** Lists the refusals that a call may be answered with, by what it is. */
function listRefusals(endpoint: Endpoint): RefusalStatus[] {
  const { access, params, body, method, headers, tag } = endpoint;
  const isWrite = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  const isUpload = typeof body === 'object' && ('form' in body || 'stream' in body);
  const isTus = headers?.asked?.['Tus-Resumable'] !== undefined;
  const statuses: RefusalStatus[] = [400];
  if (access.kind !== 'public' && access.kind !== 'probe') statuses.push(401, 403);
  if (access.kind === 'probe') statuses.push(403);
  if (params) statuses.push(404);
  if (isWrite) statuses.push(409);
  if (isTus) statuses.push(410, 412);
  if (body && methodsWithBody.includes(method)) statuses.push(413, 415);
  statuses.push(429, 500);
  if ('asksServices' in tags[tag]) statuses.push(502);
  statuses.push(503);
  if (isUpload) statuses.push(507);
  return statuses;
}
