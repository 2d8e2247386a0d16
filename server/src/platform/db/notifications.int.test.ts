import { expect, inject, it, onTestFinished } from 'vitest';
import { createLog } from '../log/log.ts';
import { openNotifications } from './notifications.ts';
import { watchDatabase } from './watch.ts';

function open() {
  const log = createLog('silent');
  const databaseUrl = inject('databaseServer');
  const watch = watchDatabase(databaseUrl, log);
  const notifications = openNotifications(databaseUrl, { log, watch });
  onTestFinished(async () => {
    watch.stop();
    await notifications.stop();
  });
  return notifications;
}

it('asks again for what was missed until it could be read', async () => {
  const notifications = open();
  let early = 0;
  notifications.onConnect(async () => {
    early += 1;
    if (early === 1) throw new Error('the database is not there yet');
  });
  await expect.poll(notifications.isListening).toBe(true);
  let late = 0;
  notifications.onConnect(() => {
    late += 1;
    if (late === 1) throw new Error('the database is not there yet');
  });
  await expect.poll(() => [early, late]).toEqual([2, 2]);
});
