import { expect, it } from 'vitest';
import { listElements, readXml } from './read-xml.ts';

it('reads names without their prefixes, attributes and text of each element, in order', () => {
  const root = readXml('<a:x xmlns:a="urn:a" a:b="1">one<a:y>two</a:y><z/></a:x>');
  expect(root).toMatchObject({ name: 'x', uri: 'urn:a', attributes: { b: '1' }, text: 'one' });
  const found = root ? listElements(root).map(({ name, text }) => [name, text]) : [];
  expect(found).toEqual([
    ['x', 'one'],
    ['y', 'two'],
    ['z', ''],
  ]);
});

it.each([
  ['what is no document', 'hello'],
  ['what breaks off', '<a><b></a>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
  ['more depth than any message has', '<a>'.repeat(21) + '</a>'.repeat(21)],
  ['more elements than any message has', `<a>${'<b/>'.repeat(2000)}</a>`],
])('refuses %s', (_, text) => {
  expect(readXml(text)).toBeNull();
});
