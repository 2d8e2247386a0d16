import { expect, test } from 'vitest';
import { guessColumns } from './import-columns.ts';

test('knows the usual English and Hindi headers, with any spaces and case', () => {
  expect(guessColumns(['Full  Name', 'E-MAIL', 'Mobile No.', 'Kendra', 'District'])).toEqual({
    name: 'Full  Name',
    email: 'E-MAIL',
    contactNumber: 'Mobile No.',
    kendraType: 'Kendra',
    district: 'District',
  });
  expect(guessColumns(['विद्यार्थी का नाम', 'मोबाइल नंबर', 'ज़िला', 'देश', 'देश कोड'])).toEqual({
    name: 'विद्यार्थी का नाम',
    contactNumber: 'मोबाइल नंबर',
    district: 'ज़िला',
    country: 'देश',
    countryCode: 'देश कोड',
  });
});

test('takes the first of two that mean the same, and none that means nothing', () => {
  expect(guessColumns(['Phone', 'Mobile', '', 'Blood group'])).toEqual({ contactNumber: 'Phone' });
});
