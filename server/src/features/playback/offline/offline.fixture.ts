import { randomUUID } from 'node:crypto';
import { type BodyOf, endpoints, type OfflineGrant } from '@prahari/contract';
import { addReadyVideo } from '../../../testing/ready-video.ts';
import { type TestServer, testPassword } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const { auth, offline } = endpoints;
type View = BodyOf<typeof offline.reportViews>['events'][number];

export type Learner = Awaited<ReturnType<TestServer['newUser']>>;

/** Creates a learner who confirmed the password. */
export async function newLearner(server: TestServer): Promise<Learner> {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  return learner;
}

/** Signs the same learner in on another device. */
export async function onAnotherDevice(
  server: TestServer,
  { contactNumber }: Pick<Learner, 'contactNumber'>,
): Promise<TestClient> {
  const client = await server.newClient();
  await client.signIn(contactNumber, testPassword);
  await client.confirmPassword(testPassword);
  return client;
}

export function copyVideo(
  client: TestClient,
  videoId: string,
  copyId?: string,
): Promise<OfflineGrant> {
  return client.call(offline.create, { body: { videoId, copyId } });
}

/** Creates a learner with a copy of a new video of ten segments. */
export async function startCopying(server: TestServer) {
  const learner = await newLearner(server);
  const video = await addReadyVideo(server, { renditions: ['v180'], schemes: ['cbcs'] });
  const grant = await copyVideo(learner, video.videoId);
  return { ...video, learner, grant, id: grant.copy.id };
}

/** Asks the server about one copy. */
export async function checkCopy(client: TestClient, id: string) {
  const { copies } = await client.call(offline.check, { body: { ids: [id] } });
  const [copy] = copies;
  return copy && { state: copy.state, revokedFor: copy.revokedFor };
}

/** Reports of a player without a connection. */
export function aView(
  event: View['event'],
  position: number,
  at: Date,
  said: Partial<View> = {},
): View {
  const timestamp = at.toISOString();
  return { id: randomUUID(), event, position, duration: 60, timestamp, ...said };
}

/** Takes new tokens, as pages do in time. */
export async function renewSession(client: TestClient): Promise<void> {
  const again = await client.call(auth.refresh, {
    body: { refreshToken: client.refreshToken ?? '' },
  });
  client.accessToken = again.accessToken;
  client.refreshToken = again.refreshToken ?? '';
}
