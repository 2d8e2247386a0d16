import { createSocket } from 'node:dgram';
import type { Log } from '../../platform/log/log.ts';
import { parseSegmentPlace } from './object-key.rules.ts';
import type { DeliveryPorts } from './ports.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** `prahari_segment` of deploy/nginx/checked-paths.conf, behind what syslog puts before it. */
const line = new RegExp(
  `: (${uuid}) (${uuid}) (${uuid}) ([a-z][a-z0-9]{0,15}/(?:init\\.mp4|[1-9]\\d{0,6}\\.m4s)) ([01])$`,
);

type Segment = Parameters<DeliveryPorts['onSegment']>[0];

/**
 * Parses a line of an nginx that checks signed URLs itself, about a segment that it sent; null for any other.
 */
export function parseSegmentLine(text: string): Segment | null {
  const [, sessionId, videoId, playbackId, name, bare] = line.exec(text.trimEnd()) ?? [];
  if (!sessionId || !videoId || !playbackId || !name) return null;
  const place = parseSegmentPlace(name);
  return { sessionId, videoId, playbackId, ...place, isBare: bare === '1', report: null };
}

/**
 * Receives from this machine alone which segments nginx sent, and reports which playback sessions
 * would have had to wait. Datagrams may be lost: segments that are not reported are not counted.
 */
export function readSegmentLog(deps: {
  readonly port: number;
  readonly log: Log;
  readonly onSegment: DeliveryPorts['onSegment'];
  pace(playbackId: string): void;
}): { stop(): void } {
  const paced = new Set<string>();
  const socket = createSocket('udp4', (message) => {
    const segment = parseSegmentLine(message.toString('latin1'));
    if (!segment) return;
    const waitSeconds = deps.onSegment({ ...segment, isSent: true });
    if (waitSeconds === 0 || paced.has(segment.playbackId)) return;
    // Its file exists; nginx sends no more of it by itself.
    if (paced.size > 10_000) paced.clear();
    paced.add(segment.playbackId);
    deps.pace(segment.playbackId);
  });
  socket.on('error', (err) =>
    deps.log.error(
      { err },
      'the segment log of nginx can not be received: downloads go unnoticed there',
    ),
  );
  socket.bind(deps.port, '127.0.0.1');
  return { stop: () => socket.close() };
}
