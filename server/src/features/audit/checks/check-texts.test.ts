import path from 'node:path';
import { expect, it } from 'vitest';
import { limitations } from '../runs/report.presenter.ts';
import { allChecks } from './all-checks.rules.ts';

const source = path.join(
  import.meta.dirname,
  '../../../../../web/src/shared/i18n/en/security-checks.po',
);

const head = `msgid ""
msgstr ""
"Language: en\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
`;

const texts = [
  ...allChecks.flatMap(({ id, title, description, impact, howTested, recommendation, steps }) => [
    ...Object.entries({ title, description, impact, howTested, recommendation }).map(
      ([part, text]) => [`${id}_${part}`, text] as const,
    ),
    ...steps.map((text, at) => [`${id}_step${at + 1}`, text] as const),
  ]),
  ...limitations.map((text, at) => [`limitation${at + 1}`, text] as const),
];

/** The API speaks English; pages translate by the id of the check. `npm run texts` writes the file. */
it('are the English of the catalogue that translators work with', async () => {
  // Braces and apostrophes have a meaning in ICU messages.
  expect(texts.filter(([, text]) => /[{}']/.test(text))).toEqual([]);
  const entries = texts.map(
    ([name, text]) =>
      `\nmsgctxt "securityChecks.${name}"\nmsgid ${JSON.stringify(text)}\nmsgstr ""\n`,
  );
  await expect([head, ...entries].join(''), 'stale: run npm run texts').toMatchFileSnapshot(source);
});
