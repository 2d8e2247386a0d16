import type { TextGroup } from './catalogue.ts';
import type { Language } from './language.ts';
import type { Texts } from './texts.ts';

/** A group may lean on others, which then come with it. */
export const LEANS_ON: Readonly<Record<TextGroup, readonly TextGroup[]>> = {
  player: [],
  lesson: ['player'],
  account: [],
  doctor: [],
  admin: ['account'],
};

/** Each a chunk of its own. */
export const TEXT_GROUPS: Readonly<
  Record<TextGroup, Readonly<Record<Language, () => Promise<Texts>>>>
> = {
  player: {
    en: () => import('./en-player.ts').then((m) => m.enPlayer),
    hi: () => import('./hi-player.ts').then((m) => m.hiPlayer),
  },
  lesson: {
    en: () => import('./en-lesson.ts').then((m) => m.enLesson),
    hi: () => import('./hi-lesson.ts').then((m) => m.hiLesson),
  },
  account: {
    en: () => import('./en-account.ts').then((m) => m.enAccount),
    hi: () => import('./hi-account.ts').then((m) => m.hiAccount),
  },
  doctor: {
    en: () => import('./en-doctor.ts').then((m) => m.enDoctor),
    hi: () => import('./hi-doctor.ts').then((m) => m.hiDoctor),
  },
  admin: {
    en: () => import('./en-on-demand.ts').then((m) => m.enOnDemand),
    hi: () => import('./hi-on-demand.ts').then((m) => m.hiOnDemand),
  },
};
