import { importColumns } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findColumns } from './columns.rules.ts';
import { readRow } from './row.rules.ts';

const places = new Map(importColumns.map((column, at) => [column, at]));
const read = (...cells: Parameters<typeof readRow>[0]) => readRow(cells, places);
const faults = (...cells: Parameters<typeof readRow>[0]) =>
  read(...cells).faults.map(({ column, reason }) => `${column} ${reason}`);

describe('readRow', () => {
  it('makes a learner of a good row', () => {
    const row = read(' Asha ', '91', "'98765 43210", '', 'India', 'Pune', 'a@EXAMPLE.org');
    expect(row).toMatchObject({
      faults: [],
      draft: {
        name: 'Asha',
        countryCode: '+91',
        contactNumber: '+919876543210',
        kendraType: null,
        country: 'India',
        district: 'Pune',
        email: 'a@example.org',
      },
    });
    expect(read('Asha', '', '९८७६५४३२१०').draft?.contactNumber).toBe('+919876543210');
    expect(read('\u202AAsha\u202E', '', '9876543210').draft?.name).toBe('Asha');
    expect(read("''Asha", '', '9876543210').draft?.name).toBe("'Asha");
  });

  it.each([
    [['', '', '9876543210'], ['name required']],
    [['x'.repeat(121), '', '9876543210'], ['name too_long']],
    [['a\u0007b', '', '9876543210'], ['name control_characters']],
    [['\u200B', '', '9876543210'], ['name required']],
    [['a', '', '12'], ['contactNumber phone_invalid']],
    [['a', '', ''], ['contactNumber required']],
    [['a', '+0', '9876543210'], ['countryCode country_code_invalid']],
    [['a', '+999', '9876543210'], ['contactNumber phone_invalid']],
    [['a', '', '9876543210', 'k'.repeat(101)], ['kendraType too_long']],
    [['a', '', '9876543210', '', '', '', 'a@b'], ['email email_invalid']],
    [[{ not: 'formula' as const, shown: '2' }, '', '9876543210'], ['name formula']],
    [['a', '', { not: 'text' as const, shown: '#N/A' }], ['contactNumber not_text']],
    [
      ['', '+0', ''],
      ['name required', 'contactNumber required', 'countryCode country_code_invalid'],
    ],
  ])('finds what is wrong with %j', (cells, expected) => {
    expect(faults(...cells)).toEqual(expected);
  });

  it('gives either a draft or faults, of any cells, and nothing that the database refuses', () => {
    // Halves of surrogate pairs and NUL too; the library's own such strings take seconds to make.
    const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 });
    const cell = fc.oneof(
      codeUnits.map((units) => String.fromCharCode(...units)),
      fc.string({ maxLength: 400 }),
      fc.record({ not: fc.constantFrom('formula' as const, 'text' as const), shown: fc.string() }),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 9 }), (cells) => {
        const row = readRow(cells, places);
        expect(row.draft === null).toBe(row.faults.length > 0);
        const texts = [...row.cells, ...row.faults.map(({ value }) => value)];
        const isStorable = (text: string) =>
          text.length <= 200 && text.isWellFormed() && !text.includes('\0');
        expect(texts.every(isStorable)).toBe(true);
      }),
    );
  });
});

describe('findColumns', () => {
  it.each([
    [['Full Name', 'Mobile No.', 'Kendra Type', 'x'], { name: 0, contactNumber: 1, kendraType: 2 }],
    [['नाम', 'मोबाइल नंबर', 'ज़िला'], { name: 0, contactNumber: 1, district: 2 }],
    [['contact_number', 'NAME', 'name'], { contactNumber: 0, name: 1 }],
  ])('knows the headers %j', (headers, expected) => {
    const found = findColumns(headers, null);
    expect(Object.fromEntries(found.places)).toEqual(expected);
    expect(found.missing).toEqual([]);
  });

  it('uses the named columns, and reports missing ones', () => {
    const headers = ['Who', 'Number', 'name'];
    const given = { name: 'Who', contactNumber: 'Number' };
    expect(Object.fromEntries(findColumns(headers, given).places)).toEqual({
      name: 0,
      contactNumber: 1,
    });
    expect(findColumns(headers, { ...given, district: 'Where' }).missing).toEqual(['district']);
    expect(findColumns(['x'], null).missing).toEqual(['name', 'contactNumber']);
  });
});
