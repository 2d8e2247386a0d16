import path from 'node:path';
import { readWholeXml } from './read-xml.ts';
import { SheetError } from './sheet.ts';
import type { XlsxArchive } from './xlsx-archive.ts';

const workbookPart = 'xl/workbook.xml';
const relationsPart = 'xl/_rels/workbook.xml.rels';
/** Signs of all shared texts together; a list of 200,000 people has some ten million. */
const maxSharedSigns = 64 * 1024 ** 2;
const maxSharedTexts = 2_000_000;

/** Finds the name of the part that holds the first sheet (ECMA-376 part 1, 12.3.24). */
export async function findFirstSheetPart(archive: XlsxArchive): Promise<string> {
  let relationId: string | undefined;
  await readWholeXml(archive.read(workbookPart), {
    open(name, attribute) {
      if (name === 'sheet') relationId ??= attribute('r:id');
    },
  });
  const part = await relatedPart(archive, (id) => id === relationId);
  if (!part) throw new SheetError('not_readable', 'The workbook has no sheet.');
  return part;
}

/** Reads the texts that cells point to; Excel keeps each but once. */
export async function readSharedTexts(archive: XlsxArchive): Promise<readonly string[]> {
  const part = await relatedPart(archive, (_, type) => type.endsWith('/sharedStrings'));
  if (!part) return [];
  const texts: string[] = [];
  let signs = 0;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readWholeXml(archive.read(part), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(more) {
      if (!isText) return;
      signs += more.length;
      if (signs > maxSharedSigns) throw tooMuchText();
      text += more;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      texts.push(text);
      if (texts.length > maxSharedTexts) throw tooMuchText();
    },
  });
  return texts;
}

async function relatedPart(
  archive: XlsxArchive,
  isWanted: (id: string, type: string) => boolean,
): Promise<string | undefined> {
  let target: string | undefined;
  await readWholeXml(archive.read(relationsPart), {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      if (!isWanted(attribute('Id') ?? '', attribute('Type') ?? '')) return;
      target ??= attribute('Target');
    },
  });
  if (target === undefined) return undefined;
  const part = target.startsWith('/') ? target.slice(1) : path.posix.join('xl', target);
  return archive.has(part) ? part : undefined;
}

function tooMuchText(): SheetError {
  return new SheetError(
    'too_large_inside',
    'The workbook holds more text than an import may. Split it, or save it as CSV.',
  );
}
