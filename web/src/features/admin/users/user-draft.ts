import type { ManagedUser } from '@prahari/contract';
import type { PhoneNumber } from '../../../shared/phone/phone-number.ts';
import type { UserEdit } from './use-users.ts';

export const placeFields = ['kendraType', 'country', 'district'] as const;

/** The contents of the form while it is filled in: texts, empty for no value. */
export interface UserDraft {
  readonly name: string;
  readonly phone: PhoneNumber;
  readonly email: string;
  readonly kendraType: string;
  readonly country: string;
  readonly district: string;
}

export function createDraft(user: ManagedUser): UserDraft {
  const { countryCode, contactNumber } = user;
  const national = contactNumber.startsWith(countryCode)
    ? contactNumber.slice(countryCode.length)
    : contactNumber;
  return {
    name: user.name,
    phone: { countryCode, contactNumber: national },
    email: user.email ?? '',
    kendraType: user.kendraType ?? '',
    country: user.country ?? '',
    district: user.district ?? '',
  };
}

/**
 * Returns only the changes of the draft to `base`, in the form of the call; an emptied field
 * becomes null.
 */
export function findChanges(base: ManagedUser, draft: UserDraft): Omit<UserEdit, 'updatedAt'> {
  const before = createDraft(base);
  const changed = optionalFields.filter((field) => draft[field].trim() !== before[field]);
  const isPhoneChanged = phoneText(draft) !== phoneText(before);
  return {
    ...(draft.name.trim() === before.name ? {} : { name: draft.name.trim() }),
    ...(isPhoneChanged
      ? { countryCode: draft.phone.countryCode, contactNumber: draft.phone.contactNumber.trim() }
      : {}),
    ...Object.fromEntries(changed.map((field) => [field, draft[field].trim() || null])),
  };
}

export interface ConflictingField {
  readonly field: (typeof fields)[number];
  readonly before: string;
  readonly now: string;
  readonly mine: string;
}

/**
 * Finds fields that another administrator changed since `base` was opened, or that the draft
 * changes: all three values.
 */
export function findConflicts(
  base: ManagedUser,
  current: ManagedUser,
  draft: UserDraft,
): readonly ConflictingField[] {
  const [before, now, mine] = [createDraft(base), createDraft(current), draft].map(texts);
  if (!before || !now || !mine) return [];
  return fields
    .map((field) => ({ field, before: before[field], now: now[field], mine: mine[field] }))
    .filter((row) => row.now !== row.before || row.mine !== row.before);
}

const optionalFields = ['email', ...placeFields] as const;
const fields = ['name', 'phone', ...optionalFields] as const;

function texts(draft: UserDraft) {
  const { email, kendraType, country, district } = draft;
  return {
    name: draft.name.trim(),
    phone: phoneText(draft),
    email: email.trim(),
    kendraType: kendraType.trim(),
    country: country.trim(),
    district: district.trim(),
  };
}

function phoneText({ phone }: UserDraft): string {
  return `${phone.countryCode} ${phone.contactNumber.trim()}`;
}

/** Tells whether a draft has what no user can be without, and nothing that can't be. */
export function isComplete(draft: UserDraft): boolean {
  const { name, phone } = draft;
  return name.trim() !== '' && phone.contactNumber.trim() !== '' && isAddressPossible(draft);
}

/** Catches slips of the hand; the server has the last word. */
export function isAddressPossible({ email }: UserDraft): boolean {
  return email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim());
}
