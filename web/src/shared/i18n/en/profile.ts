export const profile = {
  title: 'My profile',
  subtitle: 'Your name and where you are signed in.',
  saved: 'Your name is saved',
  save: 'Save name',
  nameHint: 'Shown to administrators.',
  phoneHint: 'To change your number, ask your centre.',
  errorTitle: 'Your profile could not be loaded',
} as const;
