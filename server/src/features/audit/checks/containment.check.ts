import { createServer, type Socket } from 'node:net';
import { basePath } from '@prahari/contract';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const failClosed: AuditCheck = {
  id: 'ERR-02',
  title: 'Who can’t be judged is refused',
  category: 'error_handling',
  kind: 'probe',
  severity: 'high',
  reach: 'any_user',
  description: 'A decision about a caller says yes while it can’t read what it decides by.',
  impact: 'Who makes the database fail, or waits for it, gets what nobody allowed.',
  howTested:
    'The functions that decide about sessions and sign-ins are asked, with the genuine token of a throwaway account, on a database that refuses every connection.',
  recommendation: 'Let an error of a decision be a refusal.',
  effort: 'small',
  steps: ['Find where the decision of the evidence catches the error.', 'Throw it on.'],
  changes: [],
  cwe: ['CWE-636', 'CWE-280'],
  owasp: ['A10:2025'],
  asvs: [{ id: 'v5.0.0-16.5.3', level: 2 }],
  components: ['Decisions about callers'],
  usualSeconds: 2,
  async run({ ports, principals, now }) {
    const { accessToken, device } = await principals.get('learner');
    const decisions = await ports.decideWithoutDatabase({ accessToken, deviceId: device.id });
    return judgeObservations(
      decisions.map(({ what, outcome }) =>
        observeFact({
          at: now(),
          looked: `${what}, without a database`,
          expected: 'refused',
          observed: outcome,
          isAsExpected: outcome !== 'allowed',
          component: what,
        }),
      ),
    );
  },
};

/** Below the time that a client waits for a licence (specification, section 9). */
const mostServiceMs = 10_000;
const hugeBytes = 10 * 1024 ** 2;

type Misbehaviour = (socket: Socket) => void;
const misbehaviours: readonly (readonly [what: string, act: Misbehaviour])[] = [
  ['a service that never answers', () => undefined],
  ['a service that fails', (socket) => socket.end(answerOf(500, 'Content-Length: 0'))],
  [
    'a service that answers with 10 MB',
    (socket) => {
      socket.write(answerOf(200, `Content-Length: ${hugeBytes}`));
      socket.end(Buffer.alloc(hugeBytes));
    },
  ],
  [
    'a service that drips its answer',
    (socket) => {
      socket.write(answerOf(200, 'Content-Length: 100000'));
      const timer = setInterval(() => socket.write('x'), 200);
      socket.once('close', () => clearInterval(timer));
    },
  ],
];

const answerOf = (status: number, header: string) => `HTTP/1.1 ${status} X\r\n${header}\r\n\r\n`;

const upstream: AuditCheck = {
  id: 'ERR-03',
  title: 'A licence service that misbehaves harms nothing else',
  category: 'error_handling',
  kind: 'probe',
  severity: 'medium',
  reach: 'any_user',
  description: 'The server waits too long for a licence service, or takes whatever it sends.',
  impact: 'A service that is slow, broken or taken over stops playback for everybody.',
  howTested:
    'The client for licence services calls services of this audit on this machine: one that is silent, one that fails, one that sends 10 MB, one that drips. Meanwhile the server is asked for its health.',
  recommendation: 'Bound the time and the size of what services answer.',
  effort: 'small',
  steps: ['Look which service of the evidence was waited for, or believed.'],
  changes: [],
  cwe: ['CWE-754', 'CWE-755'],
  owasp: ['A10:2025'],
  asvs: [
    { id: 'v5.0.0-16.5.2', level: 2 },
    { id: 'v5.0.0-13.1.3', level: 3 },
  ],
  components: ['Licence services'],
  usualSeconds: 4,
  async run({ ports, probe, now }) {
    const asked = misbehaviours.map(async ([what, act]) => {
      const { url, close } = await openMisbehaving(act);
      try {
        const begun = performance.now();
        const answer = await ports.outgoing.askLicenceService(url);
        const tookMs = performance.now() - begun;
        const isTaken = answer !== undefined && answer.status < 500;
        return observeFact({
          at: now(),
          looked: what,
          expected: `no answer is taken, within ${mostServiceMs / 1000} s`,
          observed: `${answer ? `${answer.status} with ${answer.bytes} bytes` : 'given up'} after ${Math.round(tookMs)} ms`,
          isAsExpected: !isTaken && tookMs <= mostServiceMs,
          component: what,
        });
      } finally {
        await close();
      }
    });
    const observations: Observation[] = [];
    const health = await probe.send({ path: `${basePath}/health/liveness` });
    observations.push(observeAnswer(health, '200 while it waits', health.status === 200));
    observations.push(...(await Promise.all(asked)));
    return judgeObservations(observations);
  },
};

/** Listens on this machine for a client that is to be disappointed. */
async function openMisbehaving(act: Misbehaviour) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => act(socket));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const lastResort: AuditCheck = {
  id: 'ERR-04',
  title: 'What nobody caught is logged, and no work stays half done',
  category: 'error_handling',
  kind: 'config',
  severity: 'medium',
  reach: 'administrator',
  description: 'Errors that nothing caught leave no line in the log, or imports do not add up.',
  impact: 'A server that stops gives no reason; users of a file are missing without a word.',
  howTested:
    'This process is asked what listens to uncaught errors; the rows of finished imports are counted.',
  recommendation: 'Log uncaught errors and stop; store an import’s rows with its progress.',
  effort: 'small',
  steps: ['Restart the server by npm start.', 'Repeat an import that does not add up.'],
  changes: [],
  cwe: ['CWE-248', 'CWE-460'],
  owasp: ['A10:2025'],
  asvs: [
    { id: 'v5.0.0-16.5.4', level: 3 },
    { id: 'v5.0.0-2.3.3', level: 2 },
  ],
  components: ['Process', 'Imports'],
  usualSeconds: 1,
  async run({ ports, now }) {
    const { logsUncaught, survivesUncaught } = await ports.host.describeProcess();
    const torn = await ports.stored.countTornImports();
    return judgeObservations([
      observeFact({
        at: now(),
        looked: 'listeners for uncaught errors',
        expected: 'they are logged',
        observed: logsUncaught ? 'logged' : 'not logged',
        isAsExpected: logsUncaught,
        component: 'Process',
      }),
      observeFact({
        at: now(),
        looked: 'what happens after an uncaught error',
        expected: 'the process ends: its state is unknown',
        observed: survivesUncaught ? 'it goes on' : 'it ends',
        isAsExpected: !survivesUncaught,
        component: 'Process',
      }),
      observeFact({
        at: now(),
        looked: 'rows of finished imports',
        expected: 'each is made, known already or failed with a reason',
        observed: `${torn} imports do not add up`,
        isAsExpected: torn === 0,
        component: 'Imports',
      }),
    ]);
  },
};

/** A file that wants the media programs to open something else. */
interface HostileMedia {
  readonly what: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const canary = 'canary-of-the-security-audit';

const mediaTools: AuditCheck = {
  id: 'INPUT-06',
  title: 'Uploaded files can’t make the media programs open others',
  category: 'input_validation',
  kind: 'probe',
  severity: 'critical',
  reach: 'administrator',
  description: 'A file that names addresses or other files makes ffmpeg open them.',
  impact: 'Who uploads a video reads files of this server, and reaches its private network.',
  howTested:
    'Playlists, scripts and a QuickTime file that refer to a listener and to a file of this audit are examined as uploads are; connections are counted.',
  recommendation: 'Allow the media programs local files and the containers of videos alone.',
  effort: 'small',
  steps: ['Update this installation.', 'See whether FFMPEG_PATH names a program of your own.'],
  changes: [{ file: 'FFMPEG_PATH', description: 'the program that ffmpeg itself gives out' }],
  cwe: ['CWE-918', 'CWE-88'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-1.3.6', level: 2 },
    { id: 'v5.0.0-1.2.5', level: 1 },
  ],
  components: ['Media programs'],
  usualSeconds: 3,
  async run({ ports, now }) {
    const { examineMedia } = ports.host;
    if (!examineMedia) return notTested('This process runs no media programs.');
    let connections = 0;
    const listener = await openMisbehaving((socket) => {
      connections += 1;
      socket.end(answerOf(204, 'Connection: close'));
    });
    try {
      const observations: Observation[] = [];
      for (const { what, name, bytes } of listHostileMedia(listener.url)) {
        const before = connections;
        const { isAccepted, text } = await examineMedia(name, bytes, canary);
        const reached = connections - before;
        const isRead = text.includes(canary);
        observations.push(
          observeFact({
            at: now(),
            looked: what,
            expected: 'refused, without a connection and without a word of another file',
            observed: `${isAccepted ? 'taken for a video' : 'refused'}, ${reached} connections${isRead ? ', and the other file was read' : ''}`,
            isAsExpected: !isAccepted && reached === 0 && !isRead,
            component: what,
          }),
        );
      }
      return judgeObservations(observations);
    } finally {
      await listener.close();
    }
  },
};

/** `CANARY` in a name stands for the path of the file that must not be read. */
function listHostileMedia(url: string): readonly HostileMedia[] {
  const playlist = (target: string) =>
    Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`);
  return [
    { what: 'a playlist of an address', name: 'a.mp4', bytes: playlist(`${url}a.ts`) },
    { what: 'a playlist of a file', name: 'a.mp4', bytes: playlist('CANARY') },
    {
      what: 'a concat script',
      name: 'a.mov',
      bytes: Buffer.from('ffconcat version 1.0\nfile CANARY\n'),
    },
    { what: 'a name that is an option', name: '-i', bytes: playlist(`${url}b.ts`) },
    { what: 'a QuickTime file of an address', name: 'b.mov', bytes: buildReference(`${url}c`) },
  ];
}

/** Builds a QuickTime file whose samples lie at another address (a data reference). */
function buildReference(url: string): Buffer {
  const number = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
    return bytes;
  };
  const box = (name: string, ...parts: Buffer[]): Buffer => {
    const inside = Buffer.concat(parts);
    return Buffer.concat([number(inside.length + 8), Buffer.from(name, 'latin1'), inside]);
  };
  const matrix = number(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const zeros = (count: number) => Buffer.alloc(count);
  const reference = box('url ', number(0), Buffer.from(`${url}\0`));
  const entry = box('avc1', zeros(6), Buffer.from([0, 1]), zeros(70));
  const samples = box(
    'stbl',
    box('stsd', number(0, 1), entry),
    box('stts', number(0, 1, 1, 1000)),
    box('stsc', number(0, 1, 1, 1, 1)),
    box('stsz', number(0, 100, 1)),
    box('stco', number(0, 1, 0)),
  );
  const media = box(
    'mdia',
    box('mdhd', number(0, 0, 0, 1000, 1000, 0)),
    box('hdlr', zeros(4), Buffer.from('mhlrvide'), zeros(12)),
    box(
      'minf',
      box('vmhd', number(1), zeros(8)),
      box('dinf', box('dref', number(0, 1), reference)),
      samples,
    ),
  );
  const header = box('tkhd', number(3, 0, 0, 1, 0, 1000), zeros(16), matrix, zeros(8));
  const movie = box('mvhd', number(0, 0, 0, 1000, 1000, 0x10000), zeros(12), matrix, zeros(28));
  return Buffer.concat([
    box('ftyp', Buffer.from('qt  '), number(0), Buffer.from('qt  ')),
    box('moov', movie, box('trak', header, media)),
  ]);
}

export const containmentChecks: readonly AuditCheck[] = [
  failClosed,
  upstream,
  lastResort,
  mediaTools,
];
