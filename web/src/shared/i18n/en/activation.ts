/** Choosing a password, which most learners do once. */
export const activation = {
  activateTitle: 'Activate your account',
  activateText: 'Your centre gave you an activation code. It works once.',
  activationCode: 'Activation code',
  activationCodeHint: 'The letters and digits on your slip, for example ABCD-EFGH.',
  continueButton: 'Continue',
  choosePasswordTitle: 'Choose a password',
  choosePasswordText: 'You’ll sign in with your phone number and this password.',
  changePasswordText: 'Choose your own password to continue.',
  newPassword: 'New password',
  repeatPassword: 'Confirm password',
  passwordRule: 'At least {{min}} characters. A few unrelated words work well.',
  passwordsDiffer: 'The passwords don’t match.',
  savePassword: 'Save password',
  passwordSaved: 'Your password is set. You can sign in now.',
  strength: 'Password strength',
  strengthShort: 'Too short',
  strengthFair: 'Fair',
  strengthGood: 'Strong',
  codeRequired: 'Enter the activation code.',
  activationInvalid:
    'The code and phone number don’t match, or the code was already used or has expired. Ask your centre for a new one.',
  passwordTooShort: 'This password is too short: 8 characters for learners, 15 for administrators.',
  passwordTooLong: 'This password is too long.',
  passwordTooCommon: 'This password is too common and easy to guess. Choose another one.',
  passwordContextual:
    'Your password can’t contain your name, your number or the name of this product.',
  passwordBreached:
    'This password is in a list of stolen passwords. Choose another one, and change it wherever else you use it.',
} as const;
