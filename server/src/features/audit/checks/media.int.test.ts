import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccessBench,
  letIn,
  neverEnds,
  openAccessBench,
  runCheck,
  type Weakness,
} from './access-bench.fixture.ts';
import { lessonChecks } from './lessons.check.ts';
import { mediaChecks } from './media.check.ts';

const checks = [...mediaChecks, ...lessonChecks];
let bench: AccessBench;
beforeAll(async () => {
  bench = await openAccessBench();
});
afterAll(() => bench.stop());

const run = (id: string, weakness?: Weakness) => runCheck(checks, id, bench.tools(weakness));

it('says that nothing was tested where there is no video', async () => {
  for (const { id } of checks) expect(await run(id)).toMatchObject({ status: 'not_tested' });
});

describe('with a video', () => {
  beforeAll(() => bench.addVideo());

  it.each(checks.map(({ id, title }) => [id, title]))(
    '%s passes on the server as it is: %s',
    async (id) => {
      const outcome = await run(id);
      expect(outcome.status, JSON.stringify(outcome)).toBe('passed');
    },
  );

  it('AUTHZ-05 finds segments that are sent without a cookie', async () => {
    const isOpen = letIn(
      ({ path, headers = {} }) => path.startsWith('/media/') && !headers['cookie'],
    );
    const { status, evidence } = await run('AUTHZ-05', isOpen);
    expect(status).toBe('failed');
    expect(evidence[0]).toMatchObject({ expected: '400 or 401 or 403 or 404: no cookie' });
    expect(JSON.stringify(evidence)).not.toMatch(/\/media\/(?!\[signed\])[\w-]{20}/);
  });

  it('AUTHZ-14 finds licences that are given to another learner', async () => {
    const owners = new Map<string, unknown>();
    const isOpen: Weakness = async (request, send) => {
      const device = request.headers?.['x-device-id'];
      const isLicence = request.path.includes('/drm/clearkey/license') && device !== undefined;
      const isOther = isLicence && owners.has(request.path) && owners.get(request.path) !== device;
      if (request.path.includes('/manifest/hls')) {
        const name = request.path.split('playbackSession=')[1];
        owners.set(`/api/v1/drm/clearkey/license?playbackSession=${name}`, device);
      }
      return isOther ? letIn(() => true)(request, send) : send(request);
    };
    const { status, evidence } = await run('AUTHZ-14', isOpen);
    expect(status).toBe('failed');
    expect(evidence).toMatchObject([{ expected: '401 or 403 or 404: another learner' }]);
  });

  it('AUTHZ-15 finds segments that outlive their session', async () => {
    const kept = new Map<string, Awaited<ReturnType<Weakness>>>();
    const isKept: Weakness = async (request, send) => {
      const before = kept.get(request.path);
      const answer = await send(request);
      if (request.path.startsWith('/media/') && answer.status === 200)
        kept.set(request.path, answer);
      return answer.status === 403 && before ? before : answer;
    };
    const { status, evidence } = await run('AUTHZ-15', isKept);
    expect(status).toBe('failed');
    expect(evidence.map(({ expected }) => expected)).toContain('403: the segment after that');
  });

  it('BIZ-01 finds a token that opens two playbacks', async () => {
    const { status, evidence } = await run(
      'BIZ-01',
      neverEnds(({ path }) => path.endsWith('/stream')),
    );
    expect(status).toBe('failed');
    expect(evidence.map(({ expected }) => expected.split(': ')[1])).toEqual([
      'a token that was used',
    ]);
  });

  it('BIZ-03 finds a server that forgets violations', async () => {
    const forgets: Weakness = async (request, send) =>
      request.path.endsWith('/security/incidents')
        ? letIn(() => true)(request, (given) =>
            send({ ...given, path: '/api/v1/auth/validate', method: 'GET' }),
          )
        : send(request);
    const { status } = await run('BIZ-03', forgets);
    expect(status).toBe('failed');
  });

  it('BIZ-07 finds a video that is sent as fast as it is fetched', async () => {
    const isFast: Weakness = async (request, send) =>
      /\/\d+\.m4s$/.test(request.path)
        ? letIn(() => true)(request, () => send({ path: '/version' }))
        : send(request);
    const { status, evidence } = await run('BIZ-07', isFast);
    expect(status).toBe('failed');
    expect(evidence).toMatchObject([{ observed: '120 s of the video at once' }]);
  });
});
