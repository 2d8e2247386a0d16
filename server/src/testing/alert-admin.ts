import { endpoints } from '@prahari/contract';
import type { TestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

/** A new administrator who may read and change alerts, of one district or of every place. */
export async function newAlertAdmin(server: TestServer, root: TestClient, district: string | null) {
  const admin = await server.newUser('ADMIN');
  const body = {
    permissions: ['alerts.read' as const, 'alerts.write' as const],
    adminScope:
      district === null
        ? { level: 'global' as const }
        : { level: 'district' as const, values: [district] },
  };
  await root.call(endpoints.users.setPermissions, { params: { id: admin.userId }, body });
  return admin;
}
