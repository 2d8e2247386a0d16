import { type IncidentReport, incidentLimits } from '@prahari/contract';
import type { Signal } from '../signal.ts';

/** Metadata of every incident (specification, section 3: screen size, timezone, language, platform). */
export interface IncidentContext {
  readonly id: string;
  readonly playbackSessionId: string | null;
  readonly videoId: string;
  readonly warningCount: number;
  readonly positionSeconds: number | null;
}

/** Creates the report of a signal. User, address and time are the server's own facts. */
export function createIncident(signal: Signal, context: IncidentContext): IncidentReport {
  const { id, playbackSessionId, videoId, warningCount, positionSeconds } = context;
  const { type, confidence, message, details = {} } = signal;
  return {
    id,
    type,
    confidence,
    playbackSessionId,
    videoId,
    warningCount,
    occurredAt: new Date().toISOString(),
    message: message.slice(0, incidentLimits.message),
    url: window.location.pathname.slice(0, incidentLimits.url),
    metadata: shortened({
      ...surroundings(),
      ...(positionSeconds === null ? {} : { position: positionSeconds.toFixed(1) }),
      ...details,
    }),
  };
}

function surroundings(): Record<string, string> {
  const { screen, devicePixelRatio, innerWidth, innerHeight } = window;
  return {
    screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
    window: `${innerWidth}x${innerHeight}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    platform: navigator.platform,
    fullscreen: String(document.fullscreenElement !== null),
    online: String(navigator.onLine),
  };
}

function shortened(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value.slice(0, incidentLimits.metadataValue),
    ]),
  );
}
