import {
  type ErrorCode,
  type ErrorReason,
  type EventCatalogue,
  processingFailures,
  serviceFaults,
} from '@prahari/contract';
import type { Say, TextKey } from '../../shared/i18n/text-key.ts';

type SegmentReason = EventCatalogue['segment.refused']['reason'];

/** Why something was refused, as far as there are words for it. */
const refusals = [
  ...([
    'forged',
    'other-network',
    'expired',
    'ended',
    'withdrawn',
    'other-site',
    'unconfirmed',
  ] as const satisfies readonly SegmentReason[]),
  ...([
    'token_invalid',
    'proof_missing',
    'proof_invalid',
    'proof_replayed',
    'binding_refused',
    'binding_missing',
    'session_ended',
    'device_copied',
    'cross_site_request',
    'activation_invalid',
    'user_token_invalid',
    'user_token_used',
    'out_of_scope',
    'not_yourself',
    'access_terminated',
    'playback_suspended',
    'playback_session_ended',
    'key_not_entitled',
    'hardware_security_required',
    'encryption_scheme_missing',
    'drm_system_not_offered',
    'challenge_invalid',
    'licence_service_unavailable',
    'licence_service_refused',
  ] as const satisfies readonly (ErrorReason | 'token_invalid')[]),
  ...([
    'TOKEN_MISSING',
    'TOKEN_INVALID',
    'ACCESS_DENIED',
    'INSUFFICIENT_PERMISSIONS',
  ] as const satisfies readonly ErrorCode[]),
];

/** Says why it was refused or failed: the reason, else the code; undefined for other codes. */
export function sayWhy(t: Say, details: Readonly<Record<string, unknown>>): string | undefined {
  const { reason, code, fault, detail } = details;
  const known = serviceFaults.find((one) => one === fault);
  if (known) {
    return t(`keySystems.fault_${known}`, { detail: typeof detail === 'string' ? detail : '' });
  }
  const failure = processingFailures.find((one) => one === code);
  if (failure) return t(`failures.${failure}`);
  const why = refusals.find((one) => one === reason) ?? refusals.find((one) => one === code);
  return why && t(`activity.why_${why}`);
}

/** Which part of the product a route belongs to; the first that fits. */
const areas: readonly (readonly [beginning: string, area: TextKey & AreaText])[] = [
  ['/admin/users', 'navigation.users'],
  ['/admin/user-groups', 'navigation.groups'],
  ['/admin/videos', 'navigation.videos'],
  ['/admin/upload', 'navigation.uploads'],
  ['/admin/storage', 'navigation.storage'],
  ['/admin/alerts', 'navigation.alerts'],
  ['/admin/alert-rules', 'navigation.alerts'],
  ['/admin/activity', 'navigation.alerts'],
  ['/admin/audit-log', 'navigation.auditLog'],
  ['/admin/client-errors', 'navigation.clientErrors'],
  ['/admin/drm', 'navigation.keySystems'],
  ['/admin/system', 'navigation.system'],
  ['/admin', 'activity.areaAdministration'],
  ['/system', 'navigation.system'],
  ['/security', 'navigation.security'],
  ['/users/profile', 'activity.areaAccount'],
  ['/users', 'navigation.users'],
  ['/auth', 'activity.areaAccount'],
  ['/videos', 'activity.areaLessons'],
  ['/drm', 'activity.areaLessons'],
  ['/playback-check', 'activity.areaLessons'],
];
type AreaText = `navigation.${string}` | `activity.area${'Administration' | 'Account' | 'Lessons'}`;

const version = /^\/api\/v\d+/;

/** Says what a call by this route is about; undefined for routes of no area. */
export function sayArea(t: Say, route: unknown): string | undefined {
  if (typeof route !== 'string') return undefined;
  const path = route.replace(version, '');
  const found = areas.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`));
  return found && t('activity.area', { area: t(found[1]) });
}
