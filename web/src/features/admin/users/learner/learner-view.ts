import type { CallInput, endpoints } from '@prahari/contract';
import type { TableView } from '../../../../shared/table/table-view.ts';
import type { ViewDefinition } from '../../../../shared/table/view-address.ts';

type Query = NonNullable<CallInput<typeof endpoints.learners.videos>['query']>;

export const learnerTabs = [
  'overview',
  'videos',
  'learning',
  'check',
  'activity',
  'account',
] as const;
export type LearnerTab = (typeof learnerTabs)[number];

/** Which tab an address names; the overview where it names none. */
export function readTab(search: string): LearnerTab {
  const asked = new URLSearchParams(search).get('tab');
  return learnerTabs.find((tab) => tab === asked) ?? 'overview';
}

/** Which video, and from which sign-in, an address asks about. */
export function readCheck(search: string): {
  readonly videoId: string | null;
  readonly sessionId: string | undefined;
} {
  const params = new URLSearchParams(search);
  return { videoId: params.get('video'), sessionId: params.get('session') ?? undefined };
}

/** The address of a check within the page of a learner. */
export function formatCheck(videoId: string | null, sessionId?: string): string {
  const params = new URLSearchParams({ tab: 'check' });
  if (videoId !== null) params.set('video', videoId);
  if (sessionId !== undefined) params.set('session', sessionId);
  return params.toString();
}

/** Which views of a learner's videos there are; sorted by title, or by when they were watched. */
export const learnerVideosView: ViewDefinition = {
  filters: { visible: 'boolean', watched: 'boolean' },
  sortKeys: [],
};

export function buildLearnerVideosQuery({ filters, search, page, pageSize }: TableView): Query {
  const visible = filters['visible']?.value;
  return {
    page,
    limit: pageSize,
    ...(search === '' ? {} : { search }),
    ...(typeof visible === 'boolean' ? { visible: visible ? 'true' : 'false' } : {}),
    ...(filters['watched']?.value === true ? { watched: 'true' } : {}),
  };
}

/** Errors that say the same to the learner: the latest, how often, and of which kinds. */
export function groupErrors<
  Category extends string,
  Found extends {
    readonly userMessage: string;
    readonly message: string;
    readonly category: Category;
  },
>(errors: readonly (Found & { readonly category: Category })[]) {
  const groups = new Map<string, { latest: Found; count: number; categories: Category[] }>();
  for (const error of errors) {
    const said = error.userMessage || error.message;
    const { count, categories, latest } = groups.get(said) ?? {
      latest: error,
      count: 0,
      categories: [],
    };
    const known = categories.includes(error.category);
    groups.set(said, {
      latest,
      count: count + 1,
      categories: known ? categories : [...categories, error.category],
    });
  }
  return [...groups.values()];
}
