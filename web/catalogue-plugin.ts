import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { compileCatalogue, readCatalogue } from './src/shared/i18n/catalogue-file.ts';

/**
 * Makes modules of PO files: the compiled texts of `hi/first.po`, and the language's own names of
 * `hi/first.po?language`, so that a switch can offer it before its texts are fetched.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?');
      const isOurs = file.endsWith('.po') && (query === undefined || query === 'language');
      if (!isOurs) return null;
      const text = await readFile(file, 'utf8');
      const code =
        query === undefined
          ? `export const texts = ${JSON.stringify(compileCatalogue(text))};`
          : `export const language = ${JSON.stringify(namesOf(file, text))};`;
      return { code, map: null, moduleType: 'js' };
    },
  };
}

function namesOf(file: string, text: string) {
  const code = path.basename(path.dirname(file));
  const texts = readCatalogue(text);
  const ownName = texts.get('language.ownName') ?? code;
  return { code, ownName, shortName: texts.get('language.shortName') ?? ownName };
}
