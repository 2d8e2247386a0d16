import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Telemetry } from './telemetry.usecases.ts';

export function bindTelemetryRoutes(bind: Bind, telemetry: Telemetry): void {
  bind(endpoints.videos.analytics, async ({ caller, params, body }) => {
    const completed = await telemetry.report(caller, params.id, body);
    return { accepted: true as const, completed };
  });
  bind(endpoints.videos.protection, async ({ caller, params, body }) => {
    await telemetry.protection(caller, params.id, body);
    return { accepted: true as const };
  });
}
