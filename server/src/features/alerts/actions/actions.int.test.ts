import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type AlertActionKind,
  type AlertSeverity,
  type ApiError,
  endpoints,
} from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAlertAdmin } from '../../../testing/alert-admin.ts';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { startWatching } from '../../../testing/play-video.ts';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { alerts, users, videos } = endpoints;
const secret = 'a secret of the webhook, long enough';

interface Delivery {
  readonly id: string;
  readonly isGenuine: boolean;
  readonly body: string;
}

/** A receiver that checks signatures as Standard Webhooks says, and fails at the first try of each. */
async function startReceiver() {
  const received: Delivery[] = [];
  const tried = new Set<string>();
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    const status = tried.has(id) ? 204 : 503;
    tried.add(id);
    const at = String(request.headers['webhook-timestamp']);
    const mac = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
    const isGenuine = request.headers['webhook-signature'] === `v1,${mac}`;
    if (status < 300) received.push({ id, isGenuine, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    stop: () => new Promise((resolve) => receiver.close(resolve)),
  };
}

let server: TestServer;
let root: TestClient;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let dir: string;
beforeAll(async () => {
  receiver = await startReceiver();
  mail = await startMailServer({ authOptional: true });
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-alerts-'));
  const file = path.join(dir, 'secret');
  await writeFile(file, `${secret}\n`);
  server = await startTestServer({
    worker: true,
    environment: {
      ALERT_WEBHOOK_URL: receiver.url,
      ALERT_WEBHOOK_PRIVATE: 'on',
      ALERT_WEBHOOK_SECRET_FILE: file,
      ALERT_EMAILS: 'duty@example.org',
      SMTP_URL: `smtp://localhost:${mail.port}`,
      SMTP_FROM: 'Prahari <no-reply@example.org>',
    },
  });
  root = await server.superAdmin();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  await mail.stop();
  await rm(dir, { recursive: true });
});

interface About {
  readonly userId?: string | null;
  readonly address?: string | null;
  readonly severity?: AlertSeverity;
}

/** An alert as the engine leaves it, whose rule asks for these actions. */
async function raise(kinds: readonly AlertActionKind[], about: About = {}) {
  const { db } = server.instance.foundation;
  const { userId = null, address = null, severity = 'critical' } = about;
  const alertId = randomUUID();
  const at = new Date();
  const subject = { kind: 'user', key: userId ?? '', userId, sessionId: null, address };
  const ids = kinds.map(() => randomUUID());
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('alerts')
      .values({
        id: alertId,
        rule_id: (rules) =>
          rules.selectFrom('alert_rules').select('id').where('key', '=', 'refresh_reused'),
        subject_kind: 'user',
        subject_key: alertId,
        title: 'A copy of a session was used',
        category: 'account_takeover',
        severity,
        message: `Alert ${alertId}`,
        first_seen_at: at,
        last_seen_at: at,
        created_at: at,
        updated_at: at,
        user_id: userId,
        address,
      })
      .execute();
    for (const [index, kind] of kinds.entries()) {
      const id = ids[index]!;
      const row = { id, alert_id: alertId, occurrence: 0, kind, created_at: at };
      const facts = { ...row, subject: JSON.stringify(subject) };
      await trx.insertInto('alert_actions').values(facts).execute();
    }
    await server.instance.composition.alerts.enqueueActions(trx, ids);
    // What is written twice does nothing twice; a message is sent by each job.
    if (!kinds.includes('notify')) {
      await server.instance.composition.alerts.enqueueActions(trx, ids);
    }
  });
  const read = () => root.call(alerts.get, { params: { id: alertId } });
  const settled = async () => {
    await expect
      .poll(async () => (await read()).actions.map(({ state }) => state), { timeout: 20_000 })
      .not.toContain('waiting');
    return read();
  };
  return { alertId, ids, settled };
}

/** A message with its text, where that is sent in Base64. */
const readText = (raw: string) =>
  raw + Buffer.from(raw.split('\r\n\r\n')[1] ?? '', 'base64').toString();

const undo = (id: string, client = root) => client.call(alerts.undoAction, { params: { id } });
const statusOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 200,
    (error: ApiError) => error.reason ?? error.status,
  );

describe('actions of alerts', () => {
  it('end the sessions of a user once, with a step and an audit entry', async () => {
    const learner = await server.newUser();
    const { settled } = await raise(['revoke_sessions'], { userId: learner.userId });
    const { actions, timeline } = await settled();
    expect(actions).toMatchObject([{ kind: 'revoke_sessions', state: 'done', canUndo: false }]);
    expect(timeline).toMatchObject([
      { kind: 'action_done', by: null, details: { kind: 'revoke_sessions', sessions: 1 } },
    ]);
    expect((await catchRefusal(learner.call(users.profile, {}))).status).toBe(401);
    const { items } = await root.call(users.auditLog, {
      query: { action: 'alert-action.carry-out' },
    });
    expect(items.find(({ subjectId }) => subjectId === learner.userId)).toMatchObject({
      actorName: 'Prahari',
      after: { kind: 'revoke_sessions' },
    });
  });

  it('block a learner, until an administrator undoes it', async () => {
    const learner = await server.newUser();
    const { userId, contactNumber } = learner;
    const { ids, settled } = await raise(['block_user'], { userId });
    expect((await settled()).actions).toMatchObject([{ state: 'done', canUndo: true }]);
    expect((await root.call(users.get, { params: { id: userId } })).status).toBe('blocked');
    const after = await undo(ids[0]!);
    expect(after.actions).toMatchObject([{ state: 'undone', canUndo: false }]);
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'action_undone' });
    await learner.signIn(contactNumber, testPassword);
    expect(await statusOf(undo(ids[0]!))).toBe('action_not_undoable');
  });

  it('keep a block that an administrator set since', async () => {
    const acts = {
      'of one': async (id: string) => {
        await root.call(users.block, { params: { id }, body: { blocked: true } });
      },
      'of many': async (id: string) => {
        await root.call(users.bulk, { body: { act: 'block', users: { ids: [id] } } });
      },
    };
    for (const [name, block] of Object.entries(acts)) {
      const { userId } = await server.newUser();
      const { ids, settled } = await raise(['block_user'], { userId });
      await settled();
      const params = { id: userId };
      const stays = async () => {
        expect(await statusOf(undo(ids[0]!)), name).toBe('blocked_since');
        expect((await root.call(users.get, { params })).status, name).toBe('blocked');
      };
      // While that of the rule is in force, the act changes nothing but whose block it is: once.
      for (let times = 0; times < 2; times += 1) await block(userId);
      await stays();
      const log = await root.call(users.auditLog, { query: { subjectId: userId } });
      const acts = log.items.filter(({ action }) => /^user\.(bulk-)?block$/.test(action));
      expect(acts, name).toHaveLength(2);
      await root.call(users.block, { params, body: { blocked: false } });
      await block(userId);
      await stays();
      await root.call(users.block, { params, body: { blocked: false } });
      expect((await undo(ids[0]!)).actions, name).toMatchObject([{ state: 'undone' }]);
    }
  });

  it('never block an administrator, and leave a learner blocked who was blocked before', async () => {
    const admin = await server.newUser('ADMIN');
    const refused = await raise(['block_user'], { userId: admin.userId });
    expect((await refused.settled()).actions).toMatchObject([{ state: 'failed' }]);
    expect(await statusOf(admin.call(users.profile, {}))).toBe(200);
    const learner = await server.newUser();
    const params = { id: learner.userId };
    await root.call(users.block, { params, body: { blocked: true } });
    const again = await raise(['block_user'], { userId: learner.userId });
    expect((await again.settled()).actions).toMatchObject([{ state: 'done', canUndo: false }]);
  });

  it('suspend playback at once, for a time, and can be undone', async () => {
    const { learner, videoId } = await startWatching(server);
    const { ids, settled } = await raise(['suspend_playback'], { userId: learner.userId });
    expect((await settled()).actions).toMatchObject([{ state: 'done', canUndo: true }]);
    const validate = async () => {
      const { userToken } = await learner.call(endpoints.drm.generateToken, { body: { videoId } });
      const input = { params: { id: videoId }, body: { userToken } };
      return (await learner.call(videos.accessValidation, input)).reason;
    };
    expect(await validate()).toBe('playback_suspended');
    await undo(ids[0]!);
    expect(await validate()).toBeNull();
  });

  it('leave new devices of an address few attempts, and known ones theirs', async () => {
    const known = await server.newUser();
    const { ids, settled } = await raise(['tighten_rate_limits'], { address: '127.0.0.1' });
    await settled();
    const tryAnew = async () => {
      const client = await server.newClient();
      return statusOf(client.signIn(`98${Math.floor(Math.random() * 1e8)}`, 'wrong password'));
    };
    await expect.poll(tryAnew, { interval: 10 }).toBe(429);
    await known.signIn(known.contactNumber, testPassword);
    await undo(ids[0]!);
    await expect.poll(tryAnew).toBe('invalid_credentials');
  });

  it('of a rule that an administrator wrote reach no other administrator', async () => {
    const writer = await newAlertAdmin(server, root, null);
    const superior = await server.newUser('SUPER_ADMIN');
    const { id: rule } = await writer.call(alerts.createRule, {
      body: {
        name: 'Every sign-in',
        category: 'account_takeover',
        severity: 'low',
        enabled: true,
        subject: 'user',
        threshold: { metric: 'sign_ins', operator: 'gte', value: 1, and: [] },
        timeWindow: 60_000,
        actions: ['revoke_sessions', 'suspend_playback'],
      },
    });
    const actionsOf = async (user: string) => {
      const { items } = await root.call(alerts.list, { query: { rule, user } });
      const found = items.map(({ id }) => root.call(alerts.get, { params: { id } }));
      return (await Promise.all(found)).flatMap(({ actions }) => actions.map(({ state }) => state));
    };
    try {
      await superior.signIn(superior.contactNumber, testPassword);
      await expect
        .poll(() => actionsOf(superior.userId), { timeout: 20_000 })
        .toEqual(['failed', 'failed']);
      expect(await statusOf(superior.call(users.profile, {}))).toBe(200);
      const learner = await server.newUser();
      await expect
        .poll(() => actionsOf(learner.userId), { timeout: 20_000 })
        .toEqual(['done', 'done']);
    } finally {
      await writer.call(alerts.deleteRule, { params: { id: rule } });
    }
  });

  it('are not undone by the administrator whom they are about', async () => {
    const admin = await newAlertAdmin(server, root, null);
    const { ids, settled } = await raise(['suspend_playback'], { userId: admin.userId });
    await settled();
    expect(await statusOf(undo(ids[0]!, admin))).toBe('not_yourself');
    expect(await statusOf(undo(randomUUID()))).toBe(404);
    expect((await undo(ids[0]!)).actions).toMatchObject([{ state: 'undone' }]);
  });

  it('say why they are impossible', async () => {
    const { settled } = await raise(['revoke_sessions', 'tighten_rate_limits']);
    const { actions } = await settled();
    expect(actions.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(actions.map(({ error }) => error).toSorted()).toEqual([
      'This alert is about no user.',
      'This alert names no address.',
    ]);
  });

  it('tell a webhook and people by e-mail, again after a failure, each once', async () => {
    const { alertId, ids, settled } = await raise(['notify'], {});
    const { actions } = await settled();
    expect(actions).toMatchObject([{ kind: 'notify', state: 'done', canUndo: false }]);
    const told = receiver.received.filter(({ body }) => body.includes(alertId));
    expect(told).toMatchObject([{ id: ids[0], isGenuine: true }]);
    expect(JSON.parse(told[0]?.body ?? '')).toMatchObject({
      type: 'alert',
      data: { id: alertId, severity: 'critical', title: 'A copy of a session was used' },
    });
    // Rules of this server tell of what other tests do.
    const mails = mail.received.filter(({ raw }) => readText(raw).includes(alertId));
    expect(mails.map(({ to }) => to)).toEqual([['duty@example.org']]);
  });

  it('notify of a limited number of alerts of one severity per hour, all processes together', async () => {
    const { alertId, settled } = await raise(['notify'], { severity: 'info' });
    await settled();
    const { db } = server.instance.foundation;
    const told = Array.from({ length: 19 }, (_, i) => ({
      id: randomUUID(),
      alert_id: alertId,
      occurrence: i + 1,
      kind: 'notify' as const,
      state: 'done' as const,
      created_at: new Date(),
      done_at: new Date(),
    }));
    await db.insertInto('alert_actions').values(told).execute();
    const flooded = await raise(['notify'], { severity: 'info' });
    expect((await flooded.settled()).actions).toMatchObject([
      { state: 'failed', error: 'More than 20 messages of this severity in an hour.' },
    ]);
    // As if a rule of an administrator, deleted since, had told all that.
    await db.updateTable('alerts').set({ rule_id: null }).where('id', '=', alertId).execute();
    const heard = await raise(['notify'], { severity: 'info' });
    expect((await heard.settled()).actions).toMatchObject([{ state: 'done' }]);
  });
});
