import {
  type CallInput,
  type endpoints,
  languageTagSchema,
  videoDifficulties,
  videoTypes,
} from '@prahari/contract';

type ListQuery = NonNullable<CallInput<typeof endpoints.videos.list>['query']>;
type SortedBy = Pick<ListQuery, 'sortBy' | 'sortOrder'>;

/** The orders of videos; the first is the default. */
export const SORTS = {
  newest: { sortBy: 'createdAt', sortOrder: 'desc' },
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  byTitle: { sortBy: 'title', sortOrder: 'asc' },
  shortest: { sortBy: 'durationSeconds', sortOrder: 'asc' },
  longest: { sortBy: 'durationSeconds', sortOrder: 'desc' },
} as const satisfies Record<string, SortedBy>;

export type LibrarySort = keyof typeof SORTS;
export const sortNames: readonly LibrarySort[] = [
  'newest',
  'oldest',
  'byTitle',
  'shortest',
  'longest',
];

/** The part of the library that is shown. An empty text means any. */
export interface LibraryView {
  readonly search: string;
  readonly category: string;
  readonly tag: string;
  readonly difficulty: string;
  readonly type: string;
  readonly language: string;
  readonly sort: LibrarySort;
}

export const wholeLibrary: LibraryView = {
  search: '',
  category: '',
  tag: '',
  difficulty: '',
  type: '',
  language: '',
  sort: 'newest',
};

const LONGEST = { search: 200, category: 80, tag: 80 } as const;

/** Reads the view of an address. Unknown values, such as typed ones, are left out. */
export function readLibraryView(addressSearch: string): LibraryView {
  const params = new URLSearchParams(addressSearch);
  const text = (name: keyof typeof LONGEST) =>
    (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, LONGEST[name]);
  const oneOf = (name: string, known: readonly string[]) =>
    known.find((value) => value === params.get(name)) ?? '';
  return {
    search: text('search'),
    category: text('category'),
    tag: text('tag'),
    difficulty: oneOf('difficulty', videoDifficulties),
    type: oneOf('type', videoTypes),
    language: languageTagSchema.safeParse(params.get('language')).data ?? '',
    sort: sortNames.find((name) => name === params.get('sort')) ?? 'newest',
  };
}

/** The address's search for a view: only what differs from the whole library. */
export function writeLibraryView(view: LibraryView): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== '' && value !== 'newest') params.set(name, value);
  }
  return params.toString();
}

/** Tells whether anything narrows the list. */
export function isNarrowed({ sort: _, ...narrowing }: LibraryView): boolean {
  return Object.values(narrowing).some((value) => value !== '');
}

/** The call's query for a view. */
export function buildVideosQuery(view: LibraryView): ListQuery {
  const { search, category, tag, language, sort } = view;
  const difficulty = videoDifficulties.find((known) => known === view.difficulty);
  const type = videoTypes.find((known) => known === view.type);
  return {
    ...SORTS[sort],
    ...(search === '' ? {} : { search }),
    ...(category === '' ? {} : { category }),
    ...(tag === '' ? {} : { tag }),
    ...(difficulty ? { difficulty } : {}),
    ...(type ? { type } : {}),
    ...(language === '' ? {} : { language }),
  };
}
