import { type ApiClient, createApiClient, type DeviceKeys } from '@prahari/testkit';

export type TestClient = ApiClient;

/** @param copied keys of another client, whose copy this is */
export function createTestClient(origin: string, copied?: DeviceKeys): Promise<TestClient> {
  return createApiClient(origin, { keys: copied });
}
