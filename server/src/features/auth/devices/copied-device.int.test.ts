import { randomBytes } from 'node:crypto';
import { type ApiError, type DeviceStep, endpoints } from '@prahari/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';

const { account, auth } = endpoints;
let server: TestServer;
let beside: TestServer;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
beforeAll(async () => {
  server = await startTestServer({ clock });
  beside = await startTestServer({ clock, beside: server });
});
afterEach(() => {
  offsetMs = 0;
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

const label = () => randomBytes(16).toString('base64url');

interface Files {
  readonly step: DeviceStep | null;
  readonly isTaken: boolean;
  readonly refreshToken: string;
}

/** A browser as its files make it: device key, step and refresh cookie. */
function browserOf(client: TestClient, files?: Files) {
  let { step, isTaken } = files ?? { step: null, isTaken: true };
  if (files) client.refreshToken = files.refreshToken;
  function takeStep() {
    if (!step || isTaken) {
      step = { from: step?.to ?? label(), to: label(), count: (step?.count ?? 0) + 1 };
      isTaken = false;
    }
    client.step = step;
  }
  return {
    client,
    files: (): Files => ({ step, isTaken, refreshToken: client.refreshToken ?? '' }),
    /** Puts back what was there, as a crash does with cookies; the step stays. */
    putCookieBack: (token: string) => {
      client.refreshToken = token;
    },
    async renew({ isHeard = true } = {}): Promise<void> {
      takeStep();
      const body = { refreshToken: client.refreshToken ?? '' };
      const data = await client.call(auth.refresh, { body });
      if (!isHeard) return;
      client.accessToken = data.accessToken;
      client.refreshToken = data.refreshToken ?? '';
      isTaken = true;
    },
    async signIn(contactNumber: string): Promise<void> {
      takeStep();
      await client.signIn(contactNumber, testPassword);
      isTaken = true;
    },
    validate: () => client.call(auth.validate, {}),
  };
}
type Browser = ReturnType<typeof browserOf>;

/** The same files on another machine, at another process of the server. */
async function copyOf(original: Browser): Promise<Browser> {
  const client = await createTestClient(beside.origin, original.client.keys);
  return browserOf(client, original.files());
}

async function learnerInBrowser() {
  const learner = await server.newUser();
  const browser = browserOf(learner);
  await browser.signIn(learner.contactNumber);
  return { ...browser, contactNumber: learner.contactNumber, userId: learner.userId };
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ reason }: ApiError) => reason,
  );

async function factsOf(name: string, userId: string): Promise<unknown[]> {
  const rows = await server.instance.foundation.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .execute();
  return rows.map((row) => row.data).filter((data) => Object(data).userId === userId);
}

describe('a copied browser', () => {
  it('with cookie, key and step is detected when the second one renews, and both are signed out', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    await copy.renew();
    await copy.validate();
    expect(await reasonOf(owner.renew())).toBe('device_copied');
    await expect.poll(() => reasonOf(copy.validate())).toBe('session_ended');
    expect(await reasonOf(owner.validate())).toBe('session_ended');
    // Both get the reason, as often as they ask.
    expect(await reasonOf(copy.renew())).toBe('device_copied');
    expect(await reasonOf(owner.renew())).toBe('device_copied');
    const { userId } = owner;
    expect(await factsOf('device.copied', userId)).toEqual([
      {
        userId,
        deviceId: owner.client.deviceId,
        address: '127.0.0.1',
        sessions: 2,
        confidence: 'high',
      },
    ]);
  });

  it('is shown to the owner, and the owner’s next sign-in finds no copy again', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    await owner.renew();
    expect(await reasonOf(copy.renew())).toBe('device_copied');
    await owner.signIn(owner.contactNumber);
    await owner.renew();
    await owner.validate();
    const { items } = await owner.client.call(account.loginHistory, {});
    const told = items.map(({ kind, cause }) => cause ?? kind);
    expect(told.filter((kind) => kind === 'device-copied')).toHaveLength(1);
    expect(told).toContain('device_copied');
    expect(await factsOf('device.copied', owner.userId)).toHaveLength(1);
  });

  it('that knows the password too can’t watch beside the owner', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    await copy.signIn(owner.contactNumber);
    await owner.client.call(auth.validate, {});
    expect(await reasonOf(owner.renew())).toBe('device_copied');
    await expect.poll(() => reasonOf(copy.validate())).toBe('session_ended');
    // With the password either comes back, and the other is out.
    await copy.signIn(owner.contactNumber);
    await copy.validate();
    await owner.signIn(owner.contactNumber);
    await expect.poll(() => reasonOf(copy.validate())).toBe('session_ended');
    await owner.validate();
  });

  it('does not hide by leaving its step out', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    copy.client.step = null;
    const body = { refreshToken: owner.files().refreshToken };
    expect(await reasonOf(copy.client.call(auth.refresh, { body }))).toBe('refresh_invalid');
    const signIn = copy.client.signIn(owner.contactNumber, testPassword);
    expect(await reasonOf(signIn)).toBe('proof_invalid');
    await owner.renew();
    await owner.validate();
  });

  it('that repeats the last step is out once the owner comes back', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    const { step } = owner.files();
    copy.client.step = step;
    const renewed = await copy.client.call(auth.refresh, {
      body: { refreshToken: owner.files().refreshToken },
    });
    copy.client.accessToken = renewed.accessToken;
    await copy.client.call(auth.refresh, { body: { refreshToken: renewed.refreshToken ?? '' } });
    await copy.validate();
    expect(await reasonOf(owner.renew())).toBe('refresh_reused');
    await expect.poll(() => reasonOf(copy.validate())).toBe('session_ended');
  });

  it('that repeats the last step for ever is found though the owner stays away', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    copy.client.step = owner.files().step;
    const signIn = () => reasonOf(copy.client.signIn(owner.contactNumber, testPassword));
    expect([await signIn(), await signIn(), await signIn(), await signIn()]).toEqual([
      ...[null, null, null, null],
    ]);
    await signIn();
    expect(await factsOf('device.copied', owner.userId)).toHaveLength(1);
  });

  describe('that asks with a spent cookie and the last step, a quarter of an hour apart', () => {
    async function spending() {
      const owner = await learnerInBrowser();
      const copy = await copyOf(owner);
      const { step, refreshToken } = owner.files();
      copy.client.step = step;
      return {
        owner,
        async ask() {
          offsetMs += 900_000;
          return reasonOf(copy.client.call(auth.refresh, { body: { refreshToken } }));
        },
      };
    }

    it('is found at the fifth time', async () => {
      const { owner, ask } = await spending();
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(await ask()).toBe('device_copied');
      expect(await factsOf('device.copied', owner.userId)).toHaveLength(1);
    });

    it('is out when the owner comes back before', async () => {
      const { owner, ask } = await spending();
      expect([await ask(), await ask()]).toEqual([null, null]);
      expect(await reasonOf(owner.renew())).toBe('refresh_reused');
      expect(await ask()).toBe('refresh_invalid');
    });
  });

  it('is shown to its owner, not to the user who next signs in on a shared browser', async () => {
    const before = await learnerInBrowser();
    const copy = await copyOf(before);
    await copy.renew();
    const next = await server.newUser('ADMIN');
    const client = await createTestClient(server.origin, before.client.keys);
    const shared = browserOf(client, before.files());
    await shared.signIn(next.contactNumber);
    await shared.renew();
    expect(await factsOf('device.copied', before.userId)).toHaveLength(1);
    expect(await factsOf('device.copied', next.userId)).toEqual([]);
    const { items } = await client.call(account.loginHistory, {});
    expect(items.map(({ kind }) => kind)).not.toContain('device-copied');
    await expect.poll(() => reasonOf(copy.validate())).toBe('session_ended');
  });

  it('is shown to its owner also when both had signed out', async () => {
    const owner = await learnerInBrowser();
    await owner.client.call(auth.logout, {});
    const copy = await copyOf(owner);
    await copy.signIn(owner.contactNumber);
    await copy.client.call(auth.logout, {});
    await owner.signIn(owner.contactNumber);
    expect(await factsOf('device.copied', owner.userId)).toHaveLength(1);
  });

  it('ends nothing where the configuration says so', async () => {
    const owner = await learnerInBrowser();
    const copy = await copyOf(owner);
    await endCopiedDevices(false);
    await owner.renew();
    // A token used twice is judged separately from copies.
    expect(await reasonOf(copy.renew())).toBeNull();
    expect(await factsOf('device.copied', owner.userId)).toEqual([]);
    await endCopiedDevices(true);
    await owner.renew();
  });
});

describe('an honest browser', () => {
  it('continues after an answer was lost, however long ago', async () => {
    const owner = await learnerInBrowser();
    await owner.renew({ isHeard: false });
    offsetMs = 3_600_000;
    await owner.renew();
    await owner.renew();
    await owner.validate();
  });

  it('continues after a crash that set its cookies back by several renewals', async () => {
    const owner = await learnerInBrowser();
    const { refreshToken } = owner.files();
    for (let i = 0; i < 3; i += 1) await owner.renew();
    offsetMs = 25_000;
    owner.putCookieBack(refreshToken);
    await owner.renew();
    await owner.renew();
    await owner.validate();
  });

  it('is not signed out by its own late request', async () => {
    const owner = await learnerInBrowser();
    await owner.renew({ isHeard: false });
    const late = owner.files();
    await owner.renew();
    await owner.renew();
    const delayed = browserOf(await createTestClient(server.origin, owner.client.keys), late);
    expect(await reasonOf(delayed.renew())).toBe('changed_meanwhile');
    expect(await reasonOf(delayed.signIn(owner.contactNumber))).toBe('changed_meanwhile');
    // Otherwise a browser that was restored to that step would be refused forever.
    expect(delayed.client.isStepTaken).toBe(true);
    await owner.renew();
    await owner.validate();
    expect(await factsOf('device.copied', owner.userId)).toEqual([]);
  });

  it('signs in two users of one machine, one after the other', async () => {
    const first = await learnerInBrowser();
    const admin = await server.newUser('ADMIN');
    const client = await createTestClient(server.origin, first.client.keys);
    const second = browserOf(client, first.files());
    await second.signIn(admin.contactNumber);
    await second.renew();
    await second.validate();
  });
});

async function endCopiedDevices(isOn: boolean): Promise<void> {
  const root = await server.superAdmin();
  const { config, version } = await root.call(endpoints.system.config, {});
  const accounts = { ...config.accounts, endCopiedDevices: isOn };
  await root.call(endpoints.system.updateConfig, { body: { version, config: { accounts } } });
  const { systemConfig } = beside.instance.composition;
  await expect.poll(() => systemConfig.current().accounts.endCopiedDevices).toBe(isOn);
}
