/** For an account that strangers tried to get into. */
export const strangers = {
  title: 'Someone tried to sign in to your account',
  tried_one:
    '{{count}} wrong password or code was tried since {{date}}, on devices where you never signed in.',
  tried_other:
    '{{count}} wrong passwords or codes were tried since {{date}}, on devices where you never signed in.',
  more: 'More than {{count}} wrong passwords or codes were tried since {{date}}, on devices where you never signed in.',
  holds:
    'Check your recent sign-ins. If one isn’t yours, or you use this password anywhere else, change it now.',
  seen: 'I have seen this',
  profile: 'Change the password, and see all sign-ins',
} as const;
