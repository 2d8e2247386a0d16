import type { AudienceMatch, AudiencePart, HiddenReason, LearnerVideo } from '@prahari/contract';
import type { Say } from '../../../../shared/i18n/text-key.ts';

/** What the parts of an audience are called. */
export const PART_TEXTS = {
  group: 'learner.group',
  kendra_type: 'users.kendraType',
  country: 'users.country',
  district: 'users.district',
} as const satisfies Record<AudiencePart, string>;

const REASON_TEXTS = {
  deleted: 'learner.hidden_deleted',
  not_ready: 'learner.hidden_not_ready',
  draft: 'learner.hidden_draft',
  no_audience: 'learner.hidden_no_audience',
  group: 'learner.hidden_group',
  kendra_type: 'learner.hidden_kendra_type',
  country: 'learner.hidden_country',
  district: 'learner.hidden_district',
} as const satisfies Record<Exclude<HiddenReason, 'scheduled' | 'ended'>, string>;

type Hidden = Pick<LearnerVideo, 'audience' | 'releaseAt'>;

/** Says why a learner does not see a video: `District doesn’t match: Pune, not Goa`. */
export function describeHidden(
  t: Say,
  writeTime: (time: Date) => string,
  video: Hidden,
  reason: HiddenReason,
): string {
  if (reason === 'scheduled' || reason === 'ended') {
    const at = video.releaseAt === null ? '' : writeTime(new Date(video.releaseAt));
    return t(`learner.hidden_${reason}`, { at });
  }
  const said = t(REASON_TEXTS[reason]);
  const match = video.audience.find(({ part }) => part === reason);
  const detail = match ? describeMatch(t, match) : '';
  return detail === '' ? said : `${said}: ${detail}`;
}

/** Says what is the learner's, and what the video is for instead, as far as that may be told. */
function describeMatch(t: Say, { part, own, wanted }: AudienceMatch): string {
  if (part === 'group') return '';
  const places = wanted.join(', ');
  if (own === null) return places === '' ? '' : t('learner.needs', { places });
  return places === '' ? own : t('learner.notAmong', { own, places });
}
