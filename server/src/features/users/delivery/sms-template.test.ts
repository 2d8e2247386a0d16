import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillForm, fillJson } from './sms-template.rules.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '&', '=', '%', '+', '\n', '{', '}', '{code}') }),
);
const anyValues = fc.record({ number: text, code: text, name: text });
const values = { number: '+919876543210', code: 'ABCD-EFGH', name: 'आशा & "Co"' };

test('a JSON template keeps its shape for any values', () => {
  const template = '{"to":["{number}"],"text":"{name}: {code}, {name}","route":{"id":7}}';
  fc.assert(
    fc.property(anyValues, (given) => {
      const { number, code, name } = given;
      expect(JSON.parse(fillJson(template, given))).toEqual({
        to: [number],
        text: `${name}: ${code}, ${name}`,
        route: { id: 7 },
      });
    }),
  );
});

test('a form keeps its fields for any values', () => {
  const template = 'to={number}&key=a%2Bb&text={name}: {code}';
  fc.assert(
    fc.property(anyValues, (given) => {
      const { number, code, name } = given;
      expect([...new URLSearchParams(fillForm(template, given))]).toEqual([
        ['to', number],
        ['key', 'a+b'],
        ['text', `${name}: ${code}`],
      ]);
    }),
  );
});

test('values are escaped as the content type requires', () => {
  expect(fillJson('{"text": "{name} {code} {else}"}', values)).toBe(
    '{"text":"आशा & \\"Co\\" ABCD-EFGH {else}"}',
  );
  expect(fillForm('to={number}&text={code} for you', values)).toBe(
    'to=%2B919876543210&text=ABCD-EFGH+for+you',
  );
});

test('a placeholder outside of a JSON string is refused', () => {
  expect(() => fillJson('{"to": {number}}', values)).toThrow(SyntaxError);
});
