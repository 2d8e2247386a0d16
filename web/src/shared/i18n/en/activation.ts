/** For whoever chooses a password: once in most learners' lives. */
export const activation = {
  activateTitle: 'Activate your account',
  activateText: 'Your centre gave you an activation code. It works once.',
  activationCode: 'Activation code',
  activationCodeHint: 'Letters and digits as on the slip, for example ABCD-EFGH.',
  continueButton: 'Continue',
  choosePasswordTitle: 'Choose a password',
  choosePasswordText: 'From now on you sign in with your phone number and this password.',
  changePasswordText: 'Your one-time password has done its work. Choose your own now.',
  newPassword: 'New password',
  repeatPassword: 'Repeat the password',
  passwordRule: 'At least {{min}} characters. A few unrelated words work well.',
  passwordsDiffer: 'The two passwords are not the same.',
  savePassword: 'Save password',
  passwordSaved: 'Your password is set. You can sign in now.',
  strength: 'Password strength',
  strengthShort: 'Too short',
  strengthFair: 'Enough',
  strengthGood: 'Strong',
  codeRequired: 'Enter the activation code.',
  activationInvalid:
    'This code and phone number do not belong together, or the code has been used or has expired. Ask your centre for a new one.',
  passwordTooShort: 'This password is too short: 8 characters for learners, 15 for administrators.',
  passwordTooLong: 'This password is too long.',
  passwordTooCommon: 'This password is on lists that attackers try first. Choose another one.',
  passwordContextual:
    'A password must not contain your name, your number or the name of this product.',
} as const;
