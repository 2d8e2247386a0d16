import { expect, it } from 'vitest';
import { chooseDelivery } from './activation.rules.ts';

const admin = { userId: 'a1', userType: 'ADMIN' } as const;
const instance = { userId: null, userType: 'SUPER_ADMIN' } as const;
const address = 'asha@example.org';

it.each([
  [admin, { sms: true, email: true }, address, 'sms'],
  [admin, { sms: true, email: false }, null, 'sms'],
  [admin, { sms: false, email: true }, address, 'email'],
  [admin, { sms: false, email: true }, null, 'shown'],
  [admin, { sms: false, email: false }, address, 'shown'],
  [instance, { sms: true, email: true }, address, 'shown'],
] as const)('a code of %j by the ways %j to %s is %s', (actor, ways, email, expected) => {
  expect(chooseDelivery(actor, ways, email)).toBe(expected);
});
