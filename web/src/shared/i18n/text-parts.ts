/** Texts that are fetched together, with the first page that needs them: one file a language. */
export type TextPart =
  | 'player'
  | 'lesson'
  | 'account'
  | 'doctor'
  | 'navigation'
  | 'admin'
  | 'security-checks'
  | 'slip'
  | 'offline';

/** A part may lean on others, which then come with it. */
export const LEANS_ON: Readonly<Record<TextPart, readonly TextPart[]>> = {
  player: [],
  lesson: ['player'],
  account: [],
  doctor: [],
  navigation: [],
  admin: ['navigation', 'account', 'slip'],
  'security-checks': [],
  slip: [],
  // The page that plays what is kept is a player; failures have the words of any page.
  offline: ['player', 'account'],
};
