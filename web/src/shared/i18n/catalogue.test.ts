import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { enAccount } from './en-account.ts';
import { enDoctor } from './en-doctor.ts';
import { enLesson } from './en-lesson.ts';
import { enOnDemand } from './en-on-demand.ts';
import { enPlayer } from './en-player.ts';
import { hi } from './hi.ts';
import { hiAccount } from './hi-account.ts';
import { hiDoctor } from './hi-doctor.ts';
import { hiLesson } from './hi-lesson.ts';
import { hiOnDemand } from './hi-on-demand.ts';
import { hiPlayer } from './hi-player.ts';

function flatten(catalogue: Record<string, Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${area}.${key}`, text]),
    ),
  );
}

function variables(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/gu)].map(([, name]) => name ?? '').sort();
}

const english = flatten({
  ...en,
  ...enPlayer,
  ...enLesson,
  ...enAccount,
  ...enDoctor,
  ...enOnDemand,
});
const hindi = flatten({
  ...hi,
  ...hiPlayer,
  ...hiLesson,
  ...hiAccount,
  ...hiDoctor,
  ...hiOnDemand,
});

describe('the Hindi catalogue', () => {
  test('has the keys of English', () => {
    expect([...hindi.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test.each([...english])('%s takes the same variables', (key, text) => {
    expect(variables(hindi.get(key) ?? '')).toEqual(variables(text));
  });

  test('leaves no text empty or in Latin letters only', () => {
    const untranslated = [...hindi].filter(([, text]) => !/\p{Script=Devanagari}/u.test(text));
    expect(untranslated).toEqual([]);
  });
});
