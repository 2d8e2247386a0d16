import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';

/** A server that can be switched off, and pauses that the test ends. */
function open() {
  let reached = true;
  let probes = 0;
  let goOn: () => void = () => undefined;
  const seen: boolean[] = [];
  const connection = createConnection({
    async probe() {
      probes += 1;
      return reached;
    },
    pause: () => new Promise((resolve) => (goOn = resolve)),
  });
  connection.subscribe(() => seen.push(connection.isUp()));
  return {
    connection,
    seen,
    probes: () => probes,
    reach: (now: boolean) => (reached = now),
    async afterPause() {
      goOn();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
  };
}

test('one failed request alone is no lost connection', async () => {
  const { connection, seen } = open();
  expect(await connection.check()).toBe(true);
  expect(seen).toEqual([]);
});

test('it is gone once a probe fails, and back with the first that is answered', async () => {
  const { connection, seen, reach, afterPause, probes } = open();
  reach(false);
  expect(await connection.check()).toBe(false);
  expect(seen).toEqual([false]);
  await afterPause();
  expect(probes()).toBe(2);
  expect(seen).toEqual([false]);
  reach(true);
  await afterPause();
  expect(seen).toEqual([false, true]);
  await afterPause();
  expect(probes()).toBe(3);
});

test('many that fail at once ask once', async () => {
  const { connection, probes, reach } = open();
  reach(false);
  await Promise.all([connection.check(), connection.check(), connection.check()]);
  expect(probes()).toBe(1);
});

test('any answer shows that it is back, and what waited goes on', async () => {
  const { connection, seen, reach, afterPause, probes } = open();
  reach(false);
  await connection.check();
  const waited = connection.whenUp();
  connection.noteAnswer();
  await waited;
  expect(seen).toEqual([false, true]);
  await afterPause();
  expect(probes()).toBe(1);
  await connection.whenUp();
});
