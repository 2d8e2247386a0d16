import path from 'node:path';
import type { SourceFile } from './rules.ts';

const FOLDER = 'docs/decisions/';
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/;
const PARTS = ['Context', 'Decision', 'Consequence'];
/** About a page. Details belong into `docs/design/`. */
const MOST_WORDS = 620;
/** `0007-some-name.md`, in any folder. */
const CITED_FILE = /\b(\d{4}-[a-z][a-z0-9-]*\.md)\b/g;
const CITED_NUMBER = /\bdecisions? \(?\[?(\d{1,4})\b/gi;
const LINK_OF_NUMBER = /\[(?:decision )?(\d{1,4})\]\([^)\s]*?(\d{4})-[a-z0-9-]+\.md/g;

/** Lists what is wrong with the decisions among these files, and with citations of them. */
export function findDecisionProblems(files: readonly SourceFile[]): string[] {
  const decisions = files.filter((file) => file.path.startsWith(FOLDER));
  const names = decisions.map((file) => path.posix.basename(file.path)).sort();
  const known = new Set(names);
  const numbers = new Set(names.map((name) => Number(name.slice(0, 4))));
  return [
    ...numberProblems(names),
    ...decisions.flatMap((file) => formProblems(file).map((problem) => `${file.path}: ${problem}`)),
    ...files.flatMap((file) =>
      citationProblems(file, known, numbers).map((problem) => `${file.path}: ${problem}`),
    ),
  ].sort();
}

function numberProblems(names: readonly string[]): string[] {
  return names.flatMap((name, at) => {
    const expected = String(at + 1).padStart(4, '0');
    const number = NAME.exec(name)?.[1];
    return number === expected
      ? []
      : [`${FOLDER}${name}: is the ${at + 1}. decision, so its name begins with ${expected}`];
  });
}

function formProblems({ path: file, text }: SourceFile): string[] {
  const number = path.posix.basename(file).slice(0, 4);
  const problems = [];
  if (!text.startsWith(`# ${number} · `))
    problems.push(`begins with '# ${number} · ' and its title`);
  const paragraphs = text.split('\n\n').slice(1);
  const parts = paragraphs
    .map((paragraph) => /^\*\*(\w+)\.\*\*/.exec(paragraph)?.[1] ?? '')
    .filter((part) => PARTS.includes(part));
  const isInOrder = parts.join() === PARTS.join() && paragraphs[0]?.startsWith('**Context.**');
  if (!isInOrder) problems.push(`has a **Context.**, a **Decision.** and a **Consequence.**`);
  const words = text.split(/\s+/).length;
  if (words > MOST_WORDS) problems.push(`has ${words} words: at most ${MOST_WORDS}, about a page`);
  return problems;
}

function citationProblems(
  { text }: SourceFile,
  known: ReadonlySet<string>,
  numbers: ReadonlySet<number>,
): string[] {
  const files = [...text.matchAll(CITED_FILE)].map(([, name = '']) => name);
  const cited = [...text.matchAll(CITED_NUMBER)].map(([, number]) => Number(number));
  const links = [...text.matchAll(LINK_OF_NUMBER)];
  return [
    ...files.filter((name) => !known.has(name)).map((name) => `cites ${name}, which is not there`),
    ...cited
      .filter((number) => !numbers.has(number))
      .map((number) => `cites decision ${number}, which is not there`),
    ...links
      .filter(([, shown, target]) => Number(shown) !== Number(target))
      .map(([, shown, target]) => `says ${shown} and leads to ${target}`),
  ];
}
