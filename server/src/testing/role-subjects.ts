import { randomUUID } from 'node:crypto';
import { type ApiError, endpoints, type Permission } from '@prahari/contract';
import { addReadyVideo } from './ready-video.ts';
import { type TestServer, testPassword } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const { users, groups, auth, drm, videos } = endpoints;

/** The callers, in the order of the matrix's columns. */
export const callers = [
  'nobody',
  'the learner',
  'another learner',
  'ADMIN in scope',
  'ADMIN out of scope',
  'ADMIN without the permission',
  'SUPER_ADMIN',
] as const;
export type Caller = (typeof callers)[number];

export const place = { country: 'India', district: 'Pune', kendraType: 'urban' } as const;
const here = { level: 'district' as const, values: ['Pune'] };
const elsewhere = { level: 'district' as const, values: ['Nashik'] };

/** The subject of a call: a learner in Pune with everything that the learner owns. */
export type Subject = Awaited<ReturnType<typeof createSubject>>;

/** One client for each caller except the learner, who belongs to the subject. */
export async function createCallers(server: TestServer) {
  const all: Permission[] = [
    ...(['users.read', 'users.write', 'users.delete', 'users.import', 'users.export'] as const),
    ...(['devices.manage', 'videos.write', 'performance.read', 'security.read'] as const),
    ...(['analytics.read', 'alerts.read', 'alerts.write'] as const),
  ];
  const clients = new Map<Caller, TestClient>([
    ['nobody', await server.newClient()],
    ['another learner', await server.newUser()],
    ['ADMIN in scope', await newAdmin(server, all, here)],
    ['ADMIN out of scope', await newAdmin(server, all, elsewhere)],
    ['ADMIN without the permission', await newAdmin(server, ['security.audit'], here)],
    ['SUPER_ADMIN', await server.superAdmin()],
  ]);
  for (const [caller, client] of clients) {
    if (caller === 'nobody') await learnNonce(client);
    else await client.confirmPassword(testPassword);
  }
  return clients;
}

async function newAdmin(server: TestServer, permissions: Permission[], adminScope: typeof here) {
  const root = await server.superAdmin();
  const admin = await server.newUser('ADMIN');
  const body = { permissions, adminScope };
  await root.call(users.setPermissions, { params: { id: admin.userId }, body });
  return admin;
}

/** What a subject has beyond an account; each takes calls, and few rows need them all. */
export interface Belongings {
  readonly userType?: 'LEARNER' | 'ADMIN' | undefined;
  /** Is a member of a group of its own. */
  readonly hasGroup: boolean;
  /** Has confirmed its password, to play. */
  readonly plays: boolean;
}

/** A new subject, for a call that may change it. */
export async function createSubject(server: TestServer, has: Belongings) {
  const root = await server.superAdmin();
  const client = await server.newUser(has.userType, place);
  const { updatedAt } = await root.call(users.get, { params: { id: client.userId } });
  if (has.plays) await client.confirmPassword(testPassword);
  const { sessionId } = await client.call(auth.validate, {});
  return {
    client,
    sessionId,
    groupId: has.hasGroup ? await createGroupOf(server, client.userId) : noId,
    userId: client.userId,
    contactNumber: client.contactNumber,
    updatedAt,
  };
}

async function createGroupOf(server: TestServer, userId: string): Promise<string> {
  const root = await server.superAdmin();
  const { id } = await root.call(groups.create, { body: { name: `Of ${userId}` } });
  await root.call(groups.changeMembers, { params: { id }, body: { add: [userId] } });
  return id;
}

/** A published video for Pune, with captions and the job that made it, that the subject is watching. */
export async function createSubjectPlayback(server: TestServer, { client }: Subject) {
  const { videoId, keys } = await addReadyVideo(server);
  const { db } = server.instance.foundation;
  const forPune = { for_everyone: false, districts: here.values };
  const video = db.updateTable('videos').set(forPune).where('id', '=', videoId);
  const { created_by: createdBy } = await video.returning('created_by').executeTakeFirstOrThrow();
  const now = new Date();
  const captions = { language: 'hi', label: 'हिन्दी', body: 'WEBVTT\n', updated_at: now };
  await db
    .insertInto('video_captions')
    .values({ video_id: videoId, ...captions })
    .execute();
  const jobId = randomUUID();
  const source = { file_name: 'lesson.mp4', file_size_bytes: 1, source_path: `${jobId}.source` };
  const moments = { created_by: createdBy, created_at: now, updated_at: now };
  await db
    .insertInto('upload_jobs')
    .values({ id: jobId, video_id: videoId, ...source, state: 'completed', ...moments })
    .execute();
  const newToken = () => client.call(drm.generateToken, { body: { videoId } });
  const stream = await client.call(videos.stream, {
    params: { id: videoId },
    body: { userToken: (await newToken()).userToken },
  });
  // Not used up, unlike the one that opened the playback.
  const { userToken } = await newToken();
  const kids = keys.map(({ keyId }) => keyId.toString('base64url'));
  return { videoId, jobId, userToken, kids, playbackSession: stream.playbackSessionId };
}

/** An id that nothing has. */
export const noId = randomUUID();

/** A separate call learns the nonce, so that no call of the matrix is sent twice. */
export async function learnNonce(client: TestClient): Promise<void> {
  await client.call(auth.validate, {}).catch((_: ApiError) => undefined);
}
