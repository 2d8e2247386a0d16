import { endpoints } from '@prahari/contract';
import type { TestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const { users } = endpoints;

/** Shorthands for repeated calls in tests of user administration, as `root` unless given. */
export function editUsers(server: TestServer, root: TestClient) {
  const get = (id: string, client = root) => client.call(users.get, { params: { id } });
  return {
    get,
    async edit(id: string, fields: object, client = root) {
      const { updatedAt } = await get(id);
      return client.call(users.update, { params: { id }, body: { updatedAt, ...fields } });
    },
    entriesOf: async (subjectId: string) =>
      (await root.call(users.auditLog, { query: { subjectId } })).items,
    /** An administrator who may do everything to the users of these districts, and nothing else. */
    async adminOf(districts: string[]) {
      const admin = await server.newUser('ADMIN');
      await root.call(users.setPermissions, {
        params: { id: admin.userId },
        body: {
          permissions: ['users.read', 'users.write', 'users.delete'],
          adminScope: { level: 'district', values: districts },
        },
      });
      return admin;
    },
  };
}
