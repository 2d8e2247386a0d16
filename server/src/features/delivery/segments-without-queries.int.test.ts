import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { playVideo } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, testPassword } from '../../testing/start-test-server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

it('segments are checked and sent while no table can be read', async () => {
  const files = { 'v180/1.m4s': new Uint8Array(2000), 'v180/2.m4s': new Uint8Array(3000) };
  const { videoId } = await addReadyVideo(server, { files });
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const { manifest } = await playVideo(learner, videoId);
  const base = /<BaseURL>([^<]+)/.exec(manifest.text)?.[1] ?? '';
  const cookie = [...learner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const status = async (path: string) =>
    (await fetch(server.origin + path, { headers: { cookie } })).status;

  await server.instance.foundation.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      SELECT quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = 'public'`.execute(trx);
    const tables = rows.map(({ name }) => name).join(', ');
    await sql.raw(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`).execute(trx);
    expect(await status(`${base}v180/1.m4s`)).toBe(200);
    expect(await status(`${base}v180/2.m4s`)).toBe(200);
    expect(await status(base.replace(/.\/$/, '/v180/1.m4s'))).toBe(403);
  });
});
