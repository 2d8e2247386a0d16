/**
 * Does the same to many items, `atOnce` of them in parallel, and reads only as fast as they are
 * done. After a failure it starts no more, and throws when the running ones have ended.
 */
export async function forEachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const under = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const done: Promise<void> = act(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => under.delete(done));
    under.add(done);
    if (under.size >= atOnce) await Promise.race(under);
  }
  await Promise.all(under);
  if (failures.length > 0) throw failures[0];
}
