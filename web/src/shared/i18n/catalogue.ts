import type { en } from './en.ts';
import type { enAccount } from './en-account.ts';
import type { enDoctor } from './en-doctor.ts';
import type { enLesson } from './en-lesson.ts';
import type { enOnDemand } from './en-on-demand.ts';
import type { enPlayer } from './en-player.ts';

interface Groups {
  readonly first: typeof en;
  readonly player: typeof enPlayer;
  readonly lesson: typeof enLesson;
  readonly account: typeof enAccount;
  readonly doctor: typeof enDoctor;
  readonly admin: typeof enOnDemand;
}

/** Texts that are fetched together, with the first page that needs them. */
export type TextGroup = Exclude<keyof Groups, 'first'>;

/** Every text in English, whenever it is fetched. */
export type English = Groups['first'] &
  Groups['player'] &
  Groups['lesson'] &
  Groups['account'] &
  Groups['doctor'] &
  Groups['admin'];

/** One area in another language: exactly the English keys, or the compiler refuses it. */
export type CatalogueArea<Name extends keyof English> = {
  readonly [Key in keyof English[Name]]: string;
};

export type CatalogueOf<Group extends keyof Groups> = {
  readonly [Name in keyof Groups[Group]]: {
    readonly [Key in keyof Groups[Group][Name]]: string;
  };
};
