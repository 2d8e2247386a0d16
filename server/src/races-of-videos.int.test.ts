import { randomUUID } from 'node:crypto';
import { ApiError, endpoints, type IncidentReport } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from './testing/catalogue-videos.ts';
import { editUsers } from './testing/edit-users.ts';
import { importUsers, waitForImport } from './testing/import-users.ts';
import { allowStreams, createCaptures, playVideo, startWatching } from './testing/play-video.ts';
import { atOnce, expectOne, race } from './testing/race.ts';
import { readStatus } from './testing/read-status.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';
import { waitUntilBlocked } from './testing/wait-until-blocked.ts';

const { drmAdmin, groups, imports, notes, security, videos } = endpoints;
const missing = '00000000-0000-4000-8000-000000000001';

let server: TestServer;
let root: TestClient;
let entriesOf: ReturnType<typeof editUsers>['entriesOf'];
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  root = await server.superAdmin();
  ({ entriesOf } = editUsers(server, root));
});
afterAll(() => server.stop());

const actionsOf = async (subjectId: string) =>
  (await entriesOf(subjectId)).map((entry) => entry.action);

async function newGroup() {
  const body = { name: `Group ${randomUUID()}` };
  return (await root.call(groups.create, { body })).id;
}

describe('videos', () => {
  const catalogue = () => createCatalogue(server, root);

  it('are deleted once and restored once, with one entry each', async () => {
    const { id } = await catalogue().ready({ title: 'Light' });
    const params = { id };
    expectOne(await race(() => root.call(videos.remove, { params })), 404);
    expectOne(await race(() => root.call(videos.restore, { params })), 404);
    expect(await actionsOf(id)).toEqual(['video.restore', 'video.delete', 'video.create']);
  });

  it('are edited once when several send the same state', async () => {
    const { id, updatedAt } = await catalogue().ready({ title: 'Light' });
    const chapters = [{ startSeconds: 0, title: 'Mirrors' }];
    const edit = (turn: number) =>
      root.call(videos.update, {
        params: { id },
        body: { updatedAt, title: `Light ${turn}`, chapters },
      });
    expectOne(await race(edit), 409);
  });

  it('are for no group that is deleted at the same time', async () => {
    const { id } = await catalogue().ready({ title: 'Light' });
    const groupId = await newGroup();
    const audience = {
      everyone: false,
      kendraTypes: [],
      countries: [],
      districts: [],
      groupIds: [groupId],
    };
    const counts = await race((turn) =>
      turn % 2
        ? root.call(groups.remove, { params: { id: groupId } })
        : root.call(videos.update, { params: { id }, body: { audience } }),
    );
    expect(counts).not.toHaveProperty('500');
  });

  it('lose captions once, and accept those of one language repeatedly', async () => {
    const { id } = await catalogue().ready({ title: 'Light' });
    const now = new Date();
    const language = 'hi';
    const row = { video_id: id, language, label: 'Hindi', body: 'WEBVTT', updated_at: now };
    await server.instance.foundation.db.insertInto('video_captions').values(row).execute();
    const params = { id, language } as const;
    expectOne(await race(() => root.call(videos.removeCaptions, { params })), 404);
    expect(await actionsOf(id)).toEqual(['video.remove-captions', 'video.create']);
  });

  it('get their first poster back once', async () => {
    const { id } = await catalogue().ready({ title: 'Light' });
    const params = { id };
    await root.call(videos.choosePoster, { params, body: { atSeconds: 3 } });
    expect(await race(() => root.call(videos.removePoster, { params }))).toEqual({ 200: atOnce });
    const actions = await actionsOf(id);
    expect(actions.filter((action) => action === 'video.set-poster')).toHaveLength(2);
  });
});

describe('licence services', () => {
  const system = 'widevine';
  const settings = {
    driver: 'widevine-cloud',
    licenceUrl: 'https://licences.example/',
    provider: 'prahari',
    padding: 'pkcs7',
  } as const;
  const secrets = { signingKey: '00'.repeat(32), signingIv: '00'.repeat(16) };

  it('are set once from the same state, and removed once', async () => {
    const body = { version: 0, enabled: true, settings, fairPlay: null, secrets };
    const set = () => root.call(drmAdmin.setProvider, { params: { system }, body });
    expectOne(await race(set), 409);
    const remove = () => root.call(drmAdmin.removeProvider, { params: { system } });
    expect(await race(remove)).toEqual({ 200: atOnce });
    const { db } = server.instance.foundation;
    const entries = await db
      .selectFrom('admin_audit')
      .select('id')
      .where('action', '=', 'drm.remove-provider')
      .execute();
    expect(entries).toHaveLength(1);
  });
});

describe('imports', () => {
  it('that are started again by one choice are one job', async () => {
    const content = `name,contactNumber\nMeera,${'9600000001'}\n`;
    const first = await importUsers(server.origin, root, { content, validateOnly: true });
    await waitForImport(root, first.id);
    for (const validateOnly of [true, false]) {
      const ids = new Set<string>();
      const counts = await race(async () => {
        const body = { validateOnly, skipDuplicates: true };
        ids.add((await root.call(imports.run, { params: { id: first.id }, body })).id);
      });
      expect(counts).toEqual({ 200: atOnce });
      expect(ids.size).toBe(1);
      const [id = ''] = ids;
      expect(id).not.toBe(first.id);
      expect((await waitForImport(root, id)).rows.failed).toBe(0);
      const begun = (await actionsOf(id)).filter((action) => action === 'user.import');
      expect(begun).toHaveLength(1);
    }
  });

  it('are cancelled once', async () => {
    const { db } = server.instance.foundation;
    const content = `name,contactNumber\nMeera,${'9600000002'}\n`;
    const { id } = await importUsers(server.origin, root, { content, validateOnly: true });
    await waitForImport(root, id);
    await db.updateTable('user_imports').set({ state: 'queued' }).where('id', '=', id).execute();
    expectOne(await race(() => root.call(imports.cancel, { params: { id } })), 409);
  });
});

describe('playback', () => {
  it('finds another session code where one is taken, and keeps nothing of the first try', async () => {
    await allowStreams(server, 2);
    const { learner, videoId } = await startWatching(server);
    const { db } = server.instance.foundation;
    // The first code that is tried is in use already.
    await sql`CREATE SEQUENCE tried_codes`.execute(db);
    await sql`CREATE FUNCTION take_code() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('tried_codes') = 1 THEN NEW.code := (SELECT min(code) FROM playback_sessions); END IF;
        RETURN NEW;
      END $$`.execute(db);
    await sql`CREATE TRIGGER take_code BEFORE INSERT ON playback_sessions
      FOR EACH ROW EXECUTE FUNCTION take_code()`.execute(db);
    try {
      const opened = await playVideo(learner, videoId);
      const rows = await db
        .selectFrom('playback_sessions')
        .select(['id', 'code', 'ended_cause'])
        .where('video_id', '=', videoId)
        .orderBy('opened_at')
        .execute();
      expect(rows).toMatchObject([
        { ended_cause: 'replaced' },
        { id: opened.playbackSessionId, code: opened.watermark.sessionCode, ended_cause: null },
      ]);
      const ended = await learner
        .call(videos.analytics, {
          params: { id: videoId },
          body: { playbackSession: rows[0]?.id ?? '', events: [] },
        })
        .catch((error: unknown) => error);
      expect(ended).toBeInstanceOf(ApiError);
      // Told to this process too: its segments are refused at once.
      expect(
        server.instance.composition.playback.playbackRevocations.isRevoked(rows[0]?.id ?? ''),
      ).toBe(true);
    } finally {
      await sql`DROP TRIGGER take_code ON playback_sessions`.execute(db);
    }
  });

  it('is opened once by one user token', async () => {
    const { learner, videoId } = await startWatching(server);
    const { userToken } = await learner.call(endpoints.drm.generateToken, { body: { videoId } });
    const counts = await race(() =>
      learner.call(videos.stream, { params: { id: videoId }, body: { userToken } }),
    );
    expectOne(counts, 403, 409, 429);
  });

  it('is reported once, also by the same batch at the same moment and twice in one', async () => {
    const { learner, videoId, playbackSessionId } = await startWatching(server);
    const event = {
      id: randomUUID(),
      event: 'progress' as const,
      position: 30,
      duration: 60,
      timestamp: new Date().toISOString(),
    };
    const body = { playbackSession: playbackSessionId, events: [event, event] };
    const counts = await race(() =>
      learner.call(videos.analytics, { params: { id: videoId }, body }),
    );
    expect(counts).toEqual({ 200: atOnce });
    const { db } = server.instance.foundation;
    const kept = await db
      .selectFrom('playback_events')
      .select('id')
      .where('playback_session_id', '=', playbackSessionId)
      .execute();
    expect(kept).toEqual([{ id: event.id }]);
  });

  it('has its incidents counted once, and access ended once', async () => {
    const { learner, videoId, playbackSessionId } = await startWatching(server);
    const incidents: IncidentReport[] = createCaptures(playbackSessionId, 4);
    const twice = [...incidents, ...incidents];
    const counts = await race((turn) =>
      learner.call(security.reportIncidents, {
        body: { incidents: turn % 2 ? twice : twice.toReversed() },
      }),
    );
    expect(counts).toEqual({ 200: atOnce });
    const { db } = server.instance.foundation;
    const terminations = await db
      .selectFrom('video_terminations')
      .select('id')
      .where('video_id', '=', videoId)
      .execute();
    expect(terminations).toHaveLength(1);
    const [{ id } = { id: missing }] = terminations;
    const body = { reason: 'It was a mistake' };
    const lift = () => root.call(security.liftTermination, { params: { id }, body });
    expectOne(await race(lift), 404, 409);
  });

  it('has notes that are deleted once, and none for a purged video', async () => {
    const { learner, videoId } = await startWatching(server);
    const params = { id: videoId };
    const { id: noteId } = await learner.call(notes.add, {
      params,
      body: { positionSeconds: 1, text: 'Mirrors' },
    });
    expectOne(
      await race(() => learner.call(notes.remove, { params: { id: videoId, noteId } })),
      404,
    );
    const { db } = server.instance.foundation;
    const adding = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('videos').where('id', '=', videoId).execute();
      const adding = readStatus(server.origin, learner, notes.add, {
        params,
        body: { positionSeconds: 1, text: 'Lenses' },
      });
      await waitUntilBlocked(server);
      return { status: adding };
    });
    expect(await adding.status).toBe(404);
  });
});
