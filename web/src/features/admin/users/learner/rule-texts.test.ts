// @vitest-environment jsdom
import { hiddenReasons, type LearnerVideo, playbackRules, ruleOutcomes } from '@prahari/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadTextsIn, sayIn } from '../../../../shared/i18n/i18n.ts';
import { describeHidden } from './hidden-texts.ts';
import { describeRule } from './rule-texts.ts';

beforeAll(async () => {
  await loadTextsIn('en', 'admin');
});

const t = sayIn('en');
const writeTime = () => '5 June';
const video: LearnerVideo = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  title: 'Light',
  category: null,
  status: 'ready',
  durationSeconds: 60,
  resumeAtSeconds: null,
  completedAt: null,
  termination: null,
  isVisible: false,
  reasons: ['district'],
  audience: [{ part: 'district', matches: false, own: 'Pune', wanted: ['Goa', 'Nashik'] }],
  releaseAt: '2026-06-05T00:00:00.000Z',
  watchedAt: null,
};

test('each reason why a video is hidden has its words, with what is the learner’s', () => {
  for (const reason of hiddenReasons) {
    expect(describeHidden(t, writeTime, video, reason)).not.toBe('');
  }
  expect(describeHidden(t, writeTime, video, 'district')).toBe(
    'District does not match: Pune, not Goa, Nashik',
  );
  const [audience] = video.audience;
  const without = { ...video, audience: [{ ...audience!, own: null }] };
  expect(describeHidden(t, writeTime, without, 'district')).toBe(
    'District does not match: none set, needs Goa, Nashik',
  );
  const untold = { ...video, audience: [{ ...audience!, wanted: [] }] };
  expect(describeHidden(t, writeTime, untold, 'district')).toBe('District does not match: Pune');
  expect(describeHidden(t, writeTime, video, 'scheduled')).toBe('Published from 5 June');
});

/** What the server never says (`check-playback.rules.ts`). */
const never = new Set(
  [
    ...([
      'account',
      'sign_in',
      'access',
      'suspension',
      'video_ready',
      'video_release',
      'audience',
    ] as const),
    ...(['streams'] as const),
  ].map((rule) => `${rule} unknown`),
);
for (const rule of ['device_kind', 'password', 'user_token', 'scheme', 'licence']) {
  never.add(`${rule} pass`);
}
never.add('user_token fail');

test('each outcome of each rule has its words', () => {
  const reasons: LearnerVideo['reasons'] = ['draft', 'district'];
  for (const rule of playbackRules) {
    for (const outcome of ruleOutcomes) {
      if (never.has(`${rule} ${outcome}`)) continue;
      const judged = { rule, outcome, reason: 'x', at: video.releaseAt, names: ['clearkey'] };
      const said = describeRule(t, writeTime, judged, { ...video, reasons });
      expect(said, `${rule} ${outcome}`).not.toBe('');
    }
  }
});
