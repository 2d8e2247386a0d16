import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { nameSource } from '../../../platform/network/name-source.ts';
import type { SystemDeps } from '../system.deps.ts';
import { readBlockedScript } from './policy-reports.rules.ts';

/** Of one address, or of IPv6 a /64, which a whole kendra may have. */
const reportsPerMinute = 60;

export function bindPolicyReportRoutes(bind: Bind, { spool }: Pick<SystemDeps, 'spool'>): void {
  const countReport = bind.createRateLimit('policy-reports', reportsPerMinute);
  // A browser that reports waits for nothing: what can't be read is dropped without a word.
  bind(endpoints.security.reportPolicyViolation, async ({ body, request, reply }) => {
    await countReport(nameSource(request.ip), reply);
    const blocked = readBlockedScript(body);
    if (blocked) spool.count('script.blocked', (times) => ({ ...blocked, times }));
    await reply.code(204).send();
    return undefined;
  });
}
