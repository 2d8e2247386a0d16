import { browserConnection } from './browser-connection.ts';
import type { Connection } from './connection.ts';

/**
 * Loads a part of the program; where the connection is why that failed, once more when it is back.
 * @throws what the load threw, where the server is there: an update replaced the part
 */
export async function loadPatiently<Part>(
  load: () => Promise<Part>,
  connection: Pick<Connection, 'check' | 'whenUp'> = browserConnection,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (await connection.check()) throw error;
    await connection.whenUp();
    return load();
  }
}
