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
    'Someone has tried to sign in with this number many times, so this device does a few seconds of work first. Please keep this page open.',
} as const;
