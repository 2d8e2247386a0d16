import type { UserType } from '@prahari/contract';

/** Administrators look after learners; only a super administrator looks after administrators. */
export function mayManage(actor: UserType, subject: UserType): boolean {
  if (actor === 'SUPER_ADMIN') return true;
  return actor === 'ADMIN' && subject === 'LEARNER';
}
