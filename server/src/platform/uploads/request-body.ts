import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** How long a sender may be silent; an upload itself may take hours. */
export const silenceMs = 120_000;
/** How much of a refused body is still read, so that its sender receives the refusal. */
const drainBytes = 16 * 1024 ** 2;
const drainMs = 3000;

/**
 * Reads what is left of a refused body, within bounds, and has the connection closed if there is
 * more: unread bytes would be taken for the next request.
 */
export async function settleBody(raw: IncomingMessage, reply: FastifyReply): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  let leftBytes = drainBytes;
  const isSettled = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), drainMs);
    const settle = (isEnded: boolean) => {
      clearTimeout(timer);
      resolve(isEnded);
    };
    raw.on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes < 0) settle(false);
    });
    raw.once('end', () => settle(true));
    raw.once('close', () => settle(true));
    raw.resume();
  });
  if (!isSettled) reply.header('connection', 'close');
}
