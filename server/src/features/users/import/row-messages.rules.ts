import type { RowProblem } from '@prahari/contract';

/** The message that an administrator reads beside the row. */
export const rowMessages: Readonly<Record<RowProblem, string>> = {
  required: 'This must be filled in.',
  too_long: 'This is too long.',
  control_characters: 'This holds characters that can’t be shown, such as line breaks.',
  phone_invalid: 'This is not a phone number. Check the number and the country code.',
  email_invalid: 'This is not an e-mail address.',
  country_code_invalid: 'This is not a country code such as +91.',
  duplicate_in_file: 'This number stands in an earlier row of the file.',
  phone_taken: 'A user with this phone number exists already.',
  out_of_scope: 'This place is outside the part of the institution that you look after.',
  formula: 'Formulas are not read: put the value itself into the cell.',
  not_text: 'This cell holds no text.',
};
