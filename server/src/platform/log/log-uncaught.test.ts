import { expect, it, vi } from 'vitest';
import { createLog } from './log.ts';
import { logUncaught } from './log-uncaught.ts';

it('writes a line about an error that nothing caught, with its origin', () => {
  const on = vi.spyOn(process, 'on').mockReturnThis();
  const lines: string[] = [];
  logUncaught(createLog('info', { write: (line) => void lines.push(line) }));
  const [[event, listen] = []] = on.mock.calls;
  on.mockRestore();
  expect(event).toBe('uncaughtExceptionMonitor');
  listen?.(new Error('lost in a timer'), 'uncaughtException');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 60, origin: 'uncaughtException', err: { message: 'lost in a timer' } },
  ]);
});
