import {
  type CallInput,
  type endpoints,
  languageTagSchema,
  videoDifficulties,
  videoSortKeys,
  videoTypes,
} from '@prahari/contract';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type ListQuery = NonNullable<CallInput<typeof endpoints.videos.listManaged>['query']>;

/** Which views of the videos there are; the server filters, sorts and pages. */
export const videosView: ViewDefinition = {
  filters: {
    release: 'boolean',
    category: 'text',
    tag: 'text',
    difficulty: 'select',
    type: 'select',
    language: 'select',
    deletedAt: 'boolean',
  },
  sortKeys: videoSortKeys,
};

/** The call's query for a view. What the call does not know, as out of a hand-made address, is left out. */
export function videosQuery({ search, filters, sort, page, pageSize }: TableView): ListQuery {
  const said = (key: string) => filters[key]?.value;
  const yesOrNo = (key: string) => {
    const value = said(key);
    if (typeof value !== 'boolean') return undefined;
    return value ? ('true' as const) : ('false' as const);
  };
  const sortBy = videoSortKeys.find((key) => key === sort?.key);
  const [category, tag] = [said('category'), said('tag')];
  const difficulty = videoDifficulties.find((known) => known === said('difficulty'));
  const language = languageTagSchema.safeParse(said('language'));
  const type = videoTypes.find((known) => known === said('type'));
  const [published, deleted] = [yesOrNo('release'), yesOrNo('deletedAt')];
  return {
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(sort && sortBy ? { sortBy, sortOrder: sort.order } : {}),
    ...(published ? { published } : {}),
    ...(deleted ? { deleted } : {}),
    ...(typeof category === 'string' ? { category } : {}),
    ...(typeof tag === 'string' ? { tag } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(type ? { type } : {}),
    ...(language.success ? { language: language.data } : {}),
  };
}
