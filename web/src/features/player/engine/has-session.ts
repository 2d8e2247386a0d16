import type { WantedAccess } from './key-system.ts';
import { accessTo } from './key-system-access.ts';

/**
 * Whether the browser still has the licence of a session that it kept, and it opens something. Looked
 * up before the library is told of it, which would wait for keys that never come.
 */
export async function hasSession(wanted: WantedAccess, sessionId: string): Promise<boolean> {
  try {
    const access = await accessTo(wanted);
    const session = (await access.createMediaKeys()).createSession('persistent-license');
    const isThere = await session.load(sessionId);
    const isUsable = [...session.keyStatuses.values()].includes('usable');
    // It can be open once only, and is the library's next.
    if (isThere) await session.close();
    return isThere && isUsable;
  } catch {
    return false;
  }
}
