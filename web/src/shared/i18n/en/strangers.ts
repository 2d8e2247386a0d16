/** For an account that strangers tried to get into. */
export const strangers = {
  title: 'Someone tried to sign in to your account',
  tried_one:
    '{{count}} wrong password or code was tried since {{date}}, on devices where you never signed in.',
  tried_other:
    '{{count}} wrong passwords or codes were tried since {{date}}, on devices where you never signed in.',
  more: 'More than {{count}} wrong passwords or codes were tried since {{date}}, on devices where you never signed in.',
  holds:
    'They didn’t get in: your password holds. If you use it anywhere else, or someone may know it, change it now.',
  seen: 'I have seen this',
  profile: 'Change the password, and see all sign-ins',
} as const;
