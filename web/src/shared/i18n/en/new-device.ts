/** For a learner whose password is right on a device that the account is not bound to. */
export const newDevice = {
  title: 'This account is bound to another device',
  possible:
    'Is this your new device? You can move your account here. You’ll be signed out on the old one, and can move again from {{date}} at the earliest.',
  confirm: 'This is my new device',
  later:
    'You can move your account here yourself from {{date}}. Until then, sign in on your bound device, or ask your centre to release it.',
  done: 'Your account is now bound to this device.',
  doneNext: 'You can move it again from {{date}}.',
  checking: 'Checking this device…',
  checkingText:
    'Many sign-ins were tried with this number. So that nobody can lock you out, this device solves a small sum first. It takes some seconds; please keep this page open.',
} as const;
