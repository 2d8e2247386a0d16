import { lazyWithTexts } from './lazy-with-texts.ts';

/** For addresses that lead nowhere: of learners' pages, and of those below `/admin`. */
export const NotFoundPage = lazyWithTexts('account', () =>
  import('./NotFoundPage.tsx').then((m) => m.NotFoundPage),
);
