import {
  adminScopeSchema,
  alertStatuses,
  auditActions,
  chapterSchema,
  findingCategories,
  findingSeverities,
  findingStatuses,
  givenSeverities,
  incidentTypeNames,
  permissionNames,
} from '@prahari/contract';
import type { useFormat } from '../../shared/format/use-format.ts';
import type { useText } from '../../shared/i18n/use-text.ts';
import { PERMISSION_TEXTS } from '../users/permission-texts.ts';
import { ROLES, STATUSES } from '../users/user-roles.ts';
import { DIFFICULTIES, TYPES } from '../videos/kind-texts.ts';
import { findActionTextKey } from './action-text.ts';

export interface Words {
  readonly t: ReturnType<typeof useText>['t'];
  readonly format: Pick<
    ReturnType<typeof useFormat>,
    'number' | 'bytes' | 'dateTime' | 'duration' | 'language'
  >;
}

const SCOPES = {
  country: 'users.scopeCountry',
  district: 'users.scopeDistrict',
  kendraType: 'users.scopeKendraType',
} as const;

/** Of jobs and imports, as their lists call them. */
const STATES = {
  queued: 'uploads.stateQueued',
  running: 'uploads.stateRunning',
  completed: 'imports.stateCompleted',
  failed: 'uploads.stateFailed',
  cancelled: 'uploads.stateCancelled',
} as const;

const CREDENTIALS = { replaced: 'audit.secretsReplaced' } as const;

/** Of a licence service, as its form calls them. */
const DRIVERS = {
  'widevine-cloud': 'keySystems.driver_widevine-cloud',
  axinom: 'keySystems.driver_axinom',
  drmtoday: 'keySystems.driver_drmtoday',
  headers: 'keySystems.driver_headers',
} as const;
const PADDINGS = { pkcs7: 'keySystems.padding_pkcs7', zero: 'keySystems.padding_zero' } as const;

/** They come from an address, as text. */
const FLAGS: readonly string[] = [
  ...['published', 'deleted', 'started', 'resolved', 'reported', 'throwaway'],
];

/** The server's mark for masked values that look the same before and after. */
const NEW_MARK = ' (new)';
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Writes a value of an audit entry in the reader's words; the empty text for none. */
export function formatValue(field: string, value: unknown, words: Words): string {
  const { t, format } = words;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') {
    if (field === 'fileSizeBytes' || field === 'pictureBytes') return format.bytes(value);
    return field === 'atSeconds' ? format.duration(value) : format.number(value);
  }
  // The names of groups may have changed since, and ids say nothing.
  if (field === 'groupIds' && Array.isArray(value)) return format.number(value.length);
  if (Array.isArray(value)) return value.map((part) => formatValue(field, part, words)).join(', ');
  if (typeof value === 'object') return chapterText(value, words) ?? scopeText(value, words);
  const text = String(value);
  if (field === 'userType' && isKeyOf(ROLES, text)) return t(ROLES[text].text);
  if (field === 'status' && isKeyOf(STATUSES, text)) return t(STATUSES[text].text);
  const ofAlert = field === 'status' && alertStatuses.find((known) => known === text);
  if (ofAlert) return t(`alerts.status_${ofAlert}`);
  const audit = auditText(field, text, words);
  if (audit !== null) return audit;
  if (field === 'difficulty' && isKeyOf(DIFFICULTIES, text)) return t(DIFFICULTIES[text]);
  if (field === 'type' && isKeyOf(TYPES, text)) return t(TYPES[text]);
  if (field === 'state' && isKeyOf(STATES, text)) return t(STATES[text]);
  if (field === 'credentials' && isKeyOf(CREDENTIALS, text)) return t(CREDENTIALS[text]);
  if (field === 'driver' && isKeyOf(DRIVERS, text)) return t(DRIVERS[text]);
  if (field === 'padding' && isKeyOf(PADDINGS, text)) return t(PADDINGS[text]);
  if (field === 'language') return format.language(text);
  if (field === 'permissions') {
    const permission = permissionNames.find((name) => name === text);
    return permission ? t(PERMISSION_TEXTS[permission]) : text;
  }
  const filter = filterText(field, text, words);
  if (filter !== null) return filter;
  if (INSTANT.test(text)) return format.dateTime(new Date(text));
  return text.endsWith(NEW_MARK)
    ? t('audit.newValue', { value: text.slice(0, -NEW_MARK.length) })
    : text;
}

/** Writes what a security audit tests, or the state of a finding; null for anything else. */
function auditText(field: string, text: string, { t }: Words): string | null {
  const category = field === 'scope' && findingCategories.find((known) => known === text);
  if (category) return t(`securityAudit.category_${category}`);
  const severity = field === 'severity' && findingSeverities.find((known) => known === text);
  if (severity) return t(`securityAudit.severity_${severity}`);
  const status = field === 'status' && findingStatuses.find((known) => known === text);
  return status ? t(`securityAudit.findingStatus_${status}`) : null;
}

/** Writes a filter of an exported list; null for what is none, or says what it means. */
function filterText(field: string, text: string, { t }: Words): string | null {
  if (field === 'action') {
    const action = auditActions.find((known) => known === text);
    return action ? t(findActionTextKey(action)) : null;
  }
  if (field === 'severity') {
    const severity = givenSeverities.find((known) => known === text);
    return severity ? t(`security.severity_${severity}`) : null;
  }
  if (field === 'type') {
    const type = incidentTypeNames.find((known) => known === text);
    return type ? t(`security.type_${type}`) : null;
  }
  if (!FLAGS.includes(field)) return null;
  if (text === 'true') return t('common.yes');
  return text === 'false' ? t('common.no') : null;
}

/** Writes a chapter of a video; null for what is none. */
function chapterText(value: object, { format }: Words): string | null {
  const chapter = chapterSchema.safeParse(value);
  return chapter.success
    ? `${format.duration(chapter.data.startSeconds)} ${chapter.data.title}`
    : null;
}

function scopeText(value: object, { t }: Words): string {
  const scope = adminScopeSchema.safeParse(value);
  if (!scope.success) return JSON.stringify(value);
  if (scope.data.level === 'global') return t('users.scopeGlobal');
  return `${t(SCOPES[scope.data.level])}: ${scope.data.values.join(', ')}`;
}

function isKeyOf<Texts extends object>(texts: Texts, key: string): key is keyof Texts & string {
  return Object.hasOwn(texts, key);
}
