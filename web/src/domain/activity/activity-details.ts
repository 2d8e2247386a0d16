import {
  type ActivityItem,
  drmSystems,
  incidentTypeNames,
  permissionNames,
  sessionEndCauses,
} from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';
import { PERMISSION_TEXTS } from '../users/permission-texts.ts';
import { sayArea, sayWhy } from './refusal-words.ts';

type Details = ActivityItem['details'];

/** What is known of an event besides its name. */
export interface EventDetails {
  readonly words: readonly string[];
  /** Codes and routes as they were recorded, for those who look further. */
  readonly technical: readonly string[];
}

const exportedLists = [
  ...(['users', 'user-groups', 'videos', 'stored-videos', 'audit-log'] as const),
  ...(['client-errors', 'incidents', 'terminations', 'playbacks', 'alerts'] as const),
];

/** Says what is known of an event besides its name, as far as a reader can use it. */
export function describeDetails(
  t: Say,
  writeDuration: (seconds: number) => string,
  { details, by }: Pick<ActivityItem, 'details' | 'by'>,
): EventDetails {
  const type = incidentTypeNames.find((known) => known === details['type']);
  const cause = sessionEndCauses.find((known) => known === details['cause']);
  const system = drmSystems.find((known) => known === details['system']);
  const device = (['phone', 'tablet'] as const).find((known) => known === details['device']);
  const list = exportedLists.find((known) => known === details['list']);
  const times = readNumber(details, 'times') ?? 1;
  const rows = readNumber(details, 'rows');
  const violations = readNumber(details, 'violations');
  const media = readNumber(details, 'mediaSeconds');
  const elapsed = readNumber(details, 'elapsedSeconds');
  const words = [
    type && t(`security.type_${type}`),
    cause && t(`loginHistory.ended_${cause}`),
    sayWhy(t, details),
    sayArea(t, details['route']),
    system && t(`keySystems.${system}`),
    device && t(`activity.kind_${device}`),
    list && t(`activity.list_${list}`),
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
  return {
    words: words.filter((one) => typeof one === 'string').filter((one) => one !== ''),
    technical: listTechnical(details),
  };
}

/** Words of the server, as they are. */
function listTechnical(details: Details): readonly string[] {
  return (['code', 'reason', 'fault', 'detail', 'route', 'header'] as const)
    .map((name) => details[name])
    .filter((value) => typeof value === 'string')
    .filter((value) => value !== '');
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
