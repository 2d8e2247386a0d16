import { describe, expect, it } from 'vitest';
import { findDecisionProblems } from './decisions.ts';

const text = (number: string) =>
  `# ${number} · A title\n\n**Context.** Why.\n\n**Decision.** What.\n\n**Not chosen.** Else.\n\n**Consequence.** And so.\n`;
const decision = (name: string, of = text(name.slice(0, 4))) => ({
  path: `docs/decisions/${name}.md`,
  text: of,
});
const first = decision('0001-first');
const citing = (words: string) => findDecisionProblems([first, { path: 'README.md', text: words }]);

describe('findDecisionProblems', () => {
  it('accepts decisions of one form, numbered from one on', () => {
    expect(findDecisionProblems([first, decision('0002-second')])).toEqual([]);
  });

  it.each([
    ['a gap', [first, decision('0003-third')]],
    ['a number that is taken', [first, decision('0001-other')]],
    ['none', [first, decision('second')]],
  ])('reports %s in the numbers', (_, files) => {
    expect(findDecisionProblems(files).join()).toContain('begins with 0002');
  });

  it.each([
    ['another title', text('0001').replace('·', '-'), "begins with '# 0001 · '"],
    ['no consequence', text('0001').replace('Consequence', 'So'), 'a **Consequence.**'],
    ['another order', text('0001').replace('Context', 'Decision'), 'has a **Context.**'],
    ['words before the context', text('0001').replace('**Con', 'Now.\n\n**Con'), '**Context.**'],
    ['more than a page', text('0001') + 'word '.repeat(620), 'words: at most 620'],
  ])('reports %s', (_, of, problem) => {
    expect(findDecisionProblems([decision('0001-first', of)]).join()).toContain(problem);
  });

  it.each([
    ['[decision](docs/decisions/0002-second.md)', 'cites 0002-second.md'],
    ['(decision 0002)', 'cites decision 2'],
    ['see Decision 2.', 'cites decision 2'],
    ['[0002](0001-first.md)', 'says 0002 and leads to 0001'],
    ['[decision 2](decisions/0001-first.md)', 'says 2 and leads to 0001'],
  ])('reports %s', (words, problem) => {
    expect(citing(words).join()).toContain(problem);
  });

  it.each(['[0001](decisions/0001-first.md)', '[decision 1](0001-first.md)', '(decision 0001)'])(
    'takes %s for what it is',
    (words) => {
      expect(citing(words)).toEqual([]);
    },
  );
});
