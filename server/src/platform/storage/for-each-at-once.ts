/**
 * Does the same to many, `atOnce` of them at the same time, reading on only as fast as it is done.
 * After a failure nothing new is begun; it is thrown when what was begun has ended.
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
