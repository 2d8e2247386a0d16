import {
  type ActivityItem,
  incidentTypeNames,
  permissionNames,
  sessionEndCauses,
} from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';
import { PERMISSION_TEXTS } from '../users/permission-texts.ts';

type Details = ActivityItem['details'];

/** Says what is known of an event besides its name, as far as a reader can use it. */
export function describeDetails(
  t: Say,
  writeDuration: (seconds: number) => string,
  { details, by }: Pick<ActivityItem, 'details' | 'by'>,
): readonly string[] {
  const type = incidentTypeNames.find((known) => known === details['type']);
  const cause = sessionEndCauses.find((known) => known === details['cause']);
  const times = readNumber(details, 'times') ?? 1;
  const rows = readNumber(details, 'rows');
  const violations = readNumber(details, 'violations');
  const media = readNumber(details, 'mediaSeconds');
  const elapsed = readNumber(details, 'elapsedSeconds');
  const said = [
    type && t(`security.type_${type}`),
    cause && t(`loginHistory.ended_${cause}`),
    ...readTexts(details),
    rows === undefined ? undefined : t('activity.rows', { count: rows }),
    violations === undefined ? undefined : t('activity.violations', { count: violations }),
    media === undefined || elapsed === undefined
      ? undefined
      : t('activity.raced', { media: writeDuration(media), elapsed: writeDuration(elapsed) }),
    ...(['added', 'removed'] as const).map((change) => {
      const rights = listRights(t, details[change]);
      return rights === '' ? undefined : t(`activity.${change}`, { rights });
    }),
    times > 1 ? t('activity.times', { count: times }) : undefined,
    by && t('activity.byAdministrator', { name: by.name }),
  ];
  return said.filter((one) => typeof one === 'string').filter((one) => one !== '');
}

/** Words of the server and of lists, as they are. */
function readTexts(details: Details): readonly (string | undefined)[] {
  return (['route', 'list', 'header', 'system', 'device', 'code', 'reason', 'detail'] as const).map(
    (name) => {
      const value = details[name];
      return typeof value === 'string' ? value : undefined;
    },
  );
}

function readNumber(details: Details, name: string): number | undefined {
  const value = details[name];
  return typeof value === 'number' ? value : undefined;
}

function listRights(t: Say, value: unknown): string {
  const named: readonly unknown[] = Array.isArray(value) ? value : [];
  return permissionNames
    .filter((known) => named.includes(known))
    .map((known) => t(PERMISSION_TEXTS[known]))
    .join(', ');
}
