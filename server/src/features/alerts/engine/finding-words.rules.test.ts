import { type AlertMetricName, alertMetricNames } from '@prahari/contract';
import { expect, it } from 'vitest';
import { sayMeasure } from './finding-words.rules.ts';

const hour = 3_600_000;

it.each<[string, AlertMetricName, number, number, string?]>([
  ['Rights were granted 1 time within 1 hour.', 'granted_rights', 1, hour],
  ['Sign-ins failed 10 times within 10 minutes.', 'failed_sign_ins', 10, hour / 6],
  [
    'Sign-ins failed at 1 account within 1 hour 30 minutes (203.0.113.0/24).',
    'accounts_tried',
    1,
    1.5 * hour,
    '203.0.113.0/24',
  ],
  ['12.35 % of the sign-ins failed within 1 second.', 'failed_sign_in_ratio', 0.123_46, 1000],
  ['8 % of the requests failed within 6 minutes.', 'failed_call_ratio_lately', 0.08, hour],
  [
    'Sign-ins failed 3.5 times as often as usual at this hour within 15 minutes.',
    'failed_sign_in_rise',
    3.5,
    hour / 4,
  ],
  [
    'A lesson was fetched at 3.5 times the pace of its playback within 1 minute.',
    'fetch_pace',
    3.5,
    60_000,
  ],
  ['Two sign-ins were 800 km apart.', 'travel_distance', 800, hour],
  ['Somebody signed in from a country that is new for the account.', 'new_countries', 1, hour],
])('says %j', (sentence, metric, value, timeWindow, about) => {
  expect(sayMeasure(metric, value, { timeWindow, about })).toBe(sentence);
});

it('says every metric without its code', () => {
  for (const metric of alertMetricNames) {
    const said = sayMeasure(metric, 2, { timeWindow: hour });
    expect(said).toMatch(/^[A-Z\d][^#_]*\.$/);
  }
});
