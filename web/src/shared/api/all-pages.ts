const PAGE = 100;
const MOST_PAGES = 10;

interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Reads a list to its end, or as far as it serves as a choice. */
export async function readAllPages<Item>(
  read: (query: PageQuery) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, total } = await read({ page, limit: PAGE });
    all.push(...items);
    if (page * PAGE >= total) break;
  }
  return all;
}
