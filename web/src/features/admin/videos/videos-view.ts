import {
  type CallInput,
  type endpoints,
  idSchema,
  languageTagSchema,
  videoDifficulties,
  videoSortKeys,
  videoStatuses,
  videoTypes,
} from '@prahari/contract';
import { formatWholeAmount } from '../../../shared/table/amount.ts';
import { type Filter, findChosen } from '../../../shared/table/filter.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../shared/table/view-address.ts';

type ListQuery = NonNullable<CallInput<typeof endpoints.videos.listManaged>['query']>;

/** The views of the videos; the server filters, sorts and pages. */
export const videosView: ViewDefinition = {
  filters: {
    status: 'multiselect',
    release: 'boolean',
    category: 'text',
    tag: 'text',
    groupId: 'select',
    difficulty: 'select',
    type: 'select',
    language: 'select',
    fileSizeBytes: 'numberrange',
    durationSeconds: 'numberrange',
    deletedAt: 'boolean',
  },
  sortKeys: videoSortKeys,
};

/** The units that people filter by. */
const SECONDS_PER_MINUTE = 60;
const BYTES_PER_MEGABYTE = 1_000_000;
/** The call takes no more digits. */
const MOST_SECONDS = 999_999_999;
const MOST_BYTES = 1e15 - 1;

/** A range in the call's unit; an end that the call does not take stays open. */
function readRange(filter: Filter | undefined, unit: number, most: number) {
  const { from, to } = filter?.kind === 'numberrange' ? filter.value : { from: null, to: null };
  const amountOf = (end: number | null) =>
    end === null ? null : formatWholeAmount(Math.round(end * unit), most);
  return { from: amountOf(from), to: amountOf(to) };
}

/**
 * The call's query for a view. Values that the call does not accept, such as from an edited
 * address, are left out.
 */
export function buildVideosQuery({ search, filters, sort, page, pageSize }: TableView): ListQuery {
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
  const groupId = idSchema.safeParse(said('groupId'));
  const type = videoTypes.find((known) => known === said('type'));
  const status = findChosen(filters['status'], videoStatuses);
  const duration = readRange(filters['durationSeconds'], SECONDS_PER_MINUTE, MOST_SECONDS);
  const size = readRange(filters['fileSizeBytes'], BYTES_PER_MEGABYTE, MOST_BYTES);
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
    ...(groupId.success ? { groupId: groupId.data } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(type ? { type } : {}),
    ...(language.success ? { language: language.data } : {}),
    ...(status ? { status } : {}),
    ...(duration.from === null ? {} : { durationFrom: duration.from }),
    ...(duration.to === null ? {} : { durationTo: duration.to }),
    ...(size.from === null ? {} : { sizeFrom: size.from }),
    ...(size.to === null ? {} : { sizeTo: size.to }),
  };
}
