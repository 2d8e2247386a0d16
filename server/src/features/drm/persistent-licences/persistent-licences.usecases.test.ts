import { expect, it } from 'vitest';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { recordPersistenceEvents } from './persistent-licences.usecases.ts';

it('drops events of players where an operator switched the log off', async () => {
  const written: unknown[] = [];
  const values = (rows: unknown[]) => ({ execute: async () => void written.push(...rows) });
  const depsWith = (persistenceLog: 'on' | 'off') =>
    ({
      db: { insertInto: () => ({ values }) },
      clock: { now: () => new Date() },
      settings: { persistenceLog },
    }) as unknown as DrmDeps;
  const caller = {} as SessionCaller;
  const events = [{ timestamp: 0 }] as unknown as never[];
  expect(await recordPersistenceEvents(depsWith('off'), caller, events)).toBe(0);
  expect(written).toEqual([]);
  expect(await recordPersistenceEvents(depsWith('on'), caller, events)).toBe(1);
  expect(written).toHaveLength(1);
});
