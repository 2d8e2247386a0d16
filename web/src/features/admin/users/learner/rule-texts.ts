import type { HiddenReason, PlaybackCheck, PlaybackRule } from '@prahari/contract';
import type { Say } from '../../../../shared/i18n/text-key.ts';
import { describeHidden } from './hidden-texts.ts';

type Rule = PlaybackCheck['rules'][number];

export const RULE_NAMES = {
  account: 'learner.ruleAccount',
  sign_in: 'learner.ruleSignIn',
  second_factor: 'learner.ruleSecondFactor',
  bound_device: 'learner.ruleBoundDevice',
  device_kind: 'learner.ruleDeviceKind',
  access: 'learner.ruleAccess',
  suspension: 'learner.ruleSuspension',
  password: 'learner.rulePassword',
  video_ready: 'learner.ruleVideoReady',
  video_release: 'learner.ruleVideoRelease',
  audience: 'learner.ruleAudience',
  user_token: 'learner.ruleUserToken',
  scheme: 'learner.ruleScheme',
  streams: 'learner.ruleStreams',
  licence: 'learner.ruleLicence',
} as const satisfies Record<PlaybackRule, string>;

/** What each outcome of a rule means; those with values are said below. */
const OUTCOMES = {
  account: { pass: 'learner.accountPass', fail: null, unknown: null },
  sign_in: { pass: 'learner.signInPass', fail: 'learner.signInFail', unknown: null },
  second_factor: {
    pass: 'learner.secondFactorPass',
    fail: 'learner.secondFactorFail',
    unknown: 'learner.afterSignIn',
  },
  bound_device: {
    pass: 'learner.boundDevicePass',
    fail: 'learner.boundDeviceFail',
    unknown: 'learner.afterSignIn',
  },
  device_kind: {
    pass: null,
    fail: 'learner.deviceKindFail',
    unknown: 'learner.deviceKindUnknown',
  },
  access: { pass: 'learner.accessPass', fail: null, unknown: null },
  suspension: { pass: 'learner.suspensionPass', fail: null, unknown: null },
  password: { pass: null, fail: 'learner.passwordFail', unknown: null },
  video_ready: { pass: 'learner.videoReadyPass', fail: 'learner.videoReadyFail', unknown: null },
  video_release: { pass: 'learner.videoReleasePass', fail: null, unknown: null },
  audience: { pass: 'learner.audiencePass', fail: null, unknown: null },
  user_token: { pass: null, fail: null, unknown: 'learner.userTokenUnknown' },
  scheme: { pass: null, fail: 'learner.schemeFail', unknown: 'learner.schemeUnknown' },
  streams: { pass: 'learner.streamsPass', fail: null, unknown: null },
  licence: { pass: null, fail: 'learner.licenceFail', unknown: null },
} as const satisfies Record<PlaybackRule, Record<Rule['outcome'], string | null>>;

const released: readonly HiddenReason[] = ['draft', 'scheduled', 'ended'];
const notForAudience: readonly HiddenReason[] = ['deleted', 'not_ready', ...released];

const KEY_SYSTEMS: Readonly<Record<string, string>> = {
  widevine: 'Widevine',
  playready: 'PlayReady',
  fairplay: 'FairPlay',
  clearkey: 'Clear Key',
};

/** Says what a rule came to, in a sentence. */
export function describeRule(
  t: Say,
  writeTime: (time: Date) => string,
  { rule, outcome, at, names }: Rule,
  video: PlaybackCheck['video'],
): string {
  const plain = OUTCOMES[rule][outcome];
  if (plain !== null) return t(plain);
  const time = at === null ? '' : writeTime(new Date(at));
  const hidden = (isMeant: (reason: HiddenReason) => boolean) =>
    video.reasons
      .filter(isMeant)
      .map((reason) => describeHidden(t, writeTime, video, reason))
      .join(' · ');
  switch (rule) {
    case 'account':
      return t(names.includes('blocked') ? 'learner.accountBlocked' : 'learner.accountInvited');
    case 'access':
      return t('learner.accessFail', { at: time });
    case 'suspension':
      return t('learner.suspensionFail', { until: time });
    case 'password':
      return t('learner.passwordUnknown', { at: time });
    case 'video_release':
      return hidden((reason) => released.includes(reason));
    case 'audience':
      return hidden((reason) => !notForAudience.includes(reason));
    case 'streams':
      return t('learner.streamsFail', { devices: names.join(', ') });
    case 'licence':
      return t('learner.licenceUnknown', {
        systems: names.map((name) => KEY_SYSTEMS[name] ?? name).join(', '),
      });
    default:
      return '';
  }
}
