import { type CallInput, type DataOf, endpoints } from '@prahari/contract';
import type { TestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const { videos } = endpoints;
export type Managed = DataOf<typeof videos.create>;
type Draft = CallInput<typeof videos.create>['body'];
type Query = NonNullable<CallInput<typeof videos.list>['query']>;
type Edit = CallInput<typeof videos.update>['body'];

const everyone = {
  everyone: true,
  kendraTypes: [],
  countries: [],
  districts: [],
  groupIds: [],
};
export const nobody = { ...everyone, everyone: false };

/** A catalogue to be filled without files. */
export function createCatalogue(server: TestServer, admin: TestClient) {
  const { db } = server.instance.foundation;
  return {
    /** An announced video that is set to ready, as if its file had been processed. */
    async ready(draft: Draft, durationSeconds = 60): Promise<Managed> {
      const made = await admin.call(videos.create, { body: draft });
      await db
        .updateTable('videos')
        .set({
          status: 'ready',
          published: draft.published ?? true,
          duration_seconds: durationSeconds,
          media_prefix: `videos/${made.id}`,
        })
        .where('id', '=', made.id)
        .execute();
      return made;
    },
    edit: (id: string, body: Edit) => admin.call(videos.update, { params: { id }, body }),
    async titles(client: TestClient, query: Query = {}): Promise<string[]> {
      return (await client.call(videos.list, { query })).items.map((video) => video.title);
    },
    clear: () => db.deleteFrom('videos').execute(),
  };
}
