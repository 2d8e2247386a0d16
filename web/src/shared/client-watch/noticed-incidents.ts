import type { IncidentReport } from '@prahari/contract';

type Noticed = Pick<IncidentReport, 'type' | 'confidence'>;

/** Incidents from before the first listener. */
const early: Noticed[] = [];
const mostEarly = 100;
let listen: ((incident: Noticed) => void) | undefined;

/** Tells the watch over this page what the protection of a video reports. */
export function noticeIncident(incident: Noticed): void {
  if (listen) listen(incident);
  else if (early.length < mostEarly) early.push(incident);
}

/** Calls a listener for each incident, also for earlier ones. */
export function onIncident(listener: (incident: Noticed) => void): void {
  listen = listener;
  for (const incident of early.splice(0)) listener(incident);
}
