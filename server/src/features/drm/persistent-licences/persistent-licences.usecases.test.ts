import { expect, it } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PersistenceRepository } from './persistent-licences.repository.ts';
import { createPersistence } from './persistent-licences.usecases.ts';

it('notes of players are dropped where an operator wants none', async () => {
  const written: unknown[] = [];
  const persistence = {
    insert: async (...row: unknown[]) => void written.push(row),
  } as unknown as PersistenceRepository;
  const never = () => Promise.reject(new Error('nothing is played here'));
  const ports = { confirmedPlayback: never, startPlayback: never };
  const deps = { ...ports, db: {} as Db, clock: { now: () => new Date() }, persistence };
  const caller = {} as SessionCaller;
  const events = [{}] as never[];
  expect(await createPersistence({ ...deps, isOn: false }).note(caller, events)).toBe(0);
  expect(written).toEqual([]);
  expect(await createPersistence({ ...deps, isOn: true }).note(caller, events)).toBe(1);
  expect(written).toHaveLength(1);
});
