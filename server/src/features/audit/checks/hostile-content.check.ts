import { basePath } from '@prahari/contract';
import { openLoopbackListener } from '../inspection/loopback-listener.adapter.ts';
import type { ProbeRequest } from '../probe/probe.adapter.ts';
import {
  type AuditCheck,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
  observeFact,
} from './check.rules.ts';
import { buildXmlAttacks, formulaStarts, isHarmlessCell } from './hostile-content.rules.ts';

const boundary = 'audit-boundary';

function buildForm(name: string, type: string, content: string): ProbeRequest {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    method: 'POST',
    // A dry run imports nothing.
    path: `${basePath}/admin/upload/kendra-data?validateOnly=true`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${head}${content}\r\n--${boundary}--\r\n`,
  };
}

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const uploads: AuditCheck = {
  id: 'INPUT-05',
  title: 'Uploads are judged by their bytes and bounded',
  category: 'input_validation',
  kind: 'probe',
  severity: 'high',
  reach: 'administrator',
  description: 'A file that is not what it says, or larger than allowed, is taken.',
  impact: 'Programs that read files get what they were not made for, or the disk fills up.',
  howTested:
    'Programs and pictures are sent as spreadsheets for a dry run, a form with a thousand parts, and an upload that announces more than any disk holds.',
  recommendation: 'Look at the first bytes of each file, and refuse sizes before bytes arrive.',
  effort: 'medium',
  steps: ['Repeat the request of the evidence.', 'Refuse the file where it is received.'],
  changes: [{ file: 'UPLOAD_MAX_BYTES', description: 'the largest file that you need' }],
  cwe: ['CWE-434', 'CWE-409'],
  owasp: ['A06:2025'],
  asvs: [
    { id: 'v5.0.0-5.2.1', level: 1 },
    { id: 'v5.0.0-5.2.2', level: 1 },
  ],
  components: ['Uploads', 'Imports'],
  usualSeconds: 3,
  async run({ principals }) {
    const administrator = await principals.get('administrator');
    const parts = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`;
    const requests: readonly (readonly [what: string, request: ProbeRequest])[] = [
      ['a program as a spreadsheet', buildForm('users.xlsx', sheet, `\x7fELF${'\0'.repeat(64)}`)],
      [
        'a picture as a spreadsheet',
        buildForm('users.xlsx', sheet, `\x89PNG\r\n${'\0'.repeat(64)}`),
      ],
      [
        'a thousand parts',
        { ...buildForm('a.csv', 'text/csv', ''), body: `${parts.repeat(1000)}--${boundary}--\r\n` },
      ],
      [
        'an upload of 8 PB',
        {
          method: 'POST',
          path: `${basePath}/admin/upload/tus`,
          headers: { 'tus-resumable': '1.0.0', 'upload-length': '9000000000000000' },
        },
      ],
      [
        'JSON in place of a form',
        {
          method: 'POST',
          path: `${basePath}/admin/upload`,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        },
      ],
    ];
    const observations: Observation[] = [];
    for (const [what, request] of requests) {
      const answer = await administrator.call(request);
      if (answer.status === 401 || answer.status === 403) continue;
      const isRefused = answer.status >= 400 && answer.status < 500;
      observations.push(
        observeAnswer(answer, 'refused with 4xx', isRefused, `${answer.status} for ${what}`),
      );
    }
    return judgeObservations(
      observations,
      observations.length < requests.length
        ? 'Some calls were not open to the throwaway administrator.'
        : undefined,
    );
  },
};

const outgoing: AuditCheck = {
  id: 'INPUT-07',
  title: 'Requests of this server reach no private address',
  category: 'input_validation',
  kind: 'probe',
  severity: 'high',
  reach: 'administrator',
  description: 'A licence service may lie on this machine or in a private network.',
  impact: 'Who may configure services can make the server call what only it can reach.',
  howTested:
    'Many spellings of this machine’s address are given to what calls licence services, while a listener counts connections.',
  recommendation: 'Leave the settings that allow private addresses off.',
  effort: 'small',
  steps: ['Set the settings of the evidence to off, unless a service needs them.'],
  changes: [
    { file: 'PRIVATE_LICENCE_SERVICES', description: 'off' },
    { file: 'ALERT_WEBHOOK_PRIVATE', description: 'off' },
    { file: 'PASSWORD_BREACH_CHECK_PRIVATE', description: 'off' },
  ],
  cwe: ['CWE-918'],
  owasp: ['A01:2025'],
  asvs: [
    { id: 'v5.0.0-1.3.6', level: 2 },
    { id: 'v5.0.0-13.2.4', level: 2 },
    { id: 'v5.0.0-13.2.5', level: 2 },
  ],
  components: ['Licence services', 'Webhooks', 'Password check'],
  usualSeconds: 3,
  async run({ ports, now }) {
    const { allowedPrivate, isLicenceAddressRefused } = ports.outgoing;
    const observations: Observation[] = allowedPrivate.map((name) =>
      observeFact({
        at: now(),
        looked: name,
        expected: 'off',
        observed: 'on: the operator allows private addresses',
        isAsExpected: false,
        isWarning: true,
        component: name,
      }),
    );
    if (allowedPrivate.includes('PRIVATE_LICENCE_SERVICES')) return judgeObservations(observations);
    const listener = await openLoopbackListener();
    try {
      const { port } = listener;
      for (const host of [
        '127.0.0.1',
        'localhost',
        '2130706433',
        '0x7f000001',
        '0177.0.0.1',
        '127.1',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '0.0.0.0',
        '169.254.169.254',
      ]) {
        const url = `http://${host}:${port}/audit`;
        const before = listener.count();
        const isRefused = await isLicenceAddressRefused(url);
        const isReached = listener.count() > before;
        observations.push(
          observeFact({
            at: now(),
            looked: `POST ${url}`,
            expected: 'refused before a connection is made',
            observed: `${isRefused ? 'refused' : 'tried'}${isReached ? ', and reached' : ''}`,
            isAsExpected: isRefused && !isReached,
            component: 'Licence services',
          }),
        );
      }
    } finally {
      await listener.close();
    }
    return judgeObservations(observations);
  },
};

const formulas: AuditCheck = {
  id: 'INPUT-08',
  title: 'Exported tables run no formulas',
  category: 'input_validation',
  kind: 'data',
  severity: 'medium',
  reach: 'any_user',
  description: 'A text of a user begins a cell of an export as a formula does.',
  impact: 'The spreadsheet program of an administrator runs it, and may send data away.',
  howTested:
    'Texts that begin like formulas are written by what writes exports, and an export is fetched: it must be a download.',
  recommendation: 'Put an apostrophe before such texts.',
  effort: 'small',
  steps: ['Mend what formats cells of exports.'],
  changes: [],
  cwe: ['CWE-1236'],
  owasp: ['A05:2025'],
  asvs: [{ id: 'v5.0.0-1.2.10', level: 3 }],
  components: ['Exports'],
  usualSeconds: 2,
  async run({ principals, ports, now }) {
    const observations = formulaStarts.map((start) => {
      const cell = `${start}1+1`;
      const line = ports.outgoing.formatExportLine([cell, 'b']);
      return observeFact({
        at: now(),
        looked: `cell ${JSON.stringify(cell)} of an export`,
        expected: 'text, and one cell',
        observed: JSON.stringify(line),
        isAsExpected: isHarmlessCell(line),
        component: 'Exports',
      });
    });
    const administrator = await principals.get('administrator');
    const path = `${basePath}/admin/alerts/export?format=csv&search=audit-no-such-text`;
    const answer = await administrator.call({ path });
    if (answer.status === 200) {
      const disposition = answer.headers['content-disposition'] ?? '';
      const isDownload =
        disposition.startsWith('attachment') &&
        answer.headers['x-content-type-options'] === 'nosniff' &&
        (answer.headers['content-type'] ?? '').startsWith('text/csv');
      observations.push(observeAnswer(answer, 'a download of text/csv', isDownload, disposition));
    }
    return judgeObservations(observations);
  },
};

const mostParseMs = 2000;

const xml: AuditCheck = {
  id: 'INPUT-10',
  title: 'XML of callers loads nothing and grows to nothing',
  category: 'input_validation',
  kind: 'probe',
  severity: 'high',
  reach: 'any_user',
  description: 'The parser of XML follows entities, or a call takes forms that it does not name.',
  impact: 'Files and services of this machine are read, or its memory fills up.',
  howTested:
    'Licence requests with external and growing entities are sent while a listener counts connections; and XML and forms to calls that take JSON.',
  recommendation: 'Refuse document types, and take the content types of the contract alone.',
  effort: 'small',
  steps: ['Repeat the request of the evidence.'],
  changes: [],
  cwe: ['CWE-611', 'CWE-776'],
  owasp: ['A02:2025'],
  asvs: [{ id: 'v5.0.0-1.5.1', level: 1 }],
  components: ['Licence requests', 'Calls with JSON'],
  usualSeconds: 2,
  async run({ principals, now }) {
    const learner = await principals.get('learner');
    const listener = await openLoopbackListener().catch(() => undefined);
    if (!listener) return notTested('This machine lets nothing listen on its own address.');
    const observations: Observation[] = [];
    try {
      const attacks = buildXmlAttacks(`http://127.0.0.1:${listener.port}/audit`);
      const requests: readonly ProbeRequest[] = [
        ...attacks.map((body) => ({
          path: `${basePath}/drm/playready/license`,
          headers: { 'content-type': 'text/xml' },
          body,
        })),
        ...['text/xml', 'application/x-www-form-urlencoded', 'text/plain'].map((type) => ({
          path: `${basePath}/logs/client-errors`,
          headers: { 'content-type': type },
          body: attacks[0] ?? '',
        })),
      ];
      for (const request of requests) {
        const answer = await learner.call({ method: 'POST', ...request });
        const isRefused = answer.status >= 400 && answer.status < 500;
        const isPrompt = answer.durationMs < mostParseMs;
        const observed = `${answer.status} in ${Math.round(answer.durationMs)} ms`;
        observations.push(
          observeAnswer(answer, 'refused with 4xx, at once', isRefused && isPrompt, observed),
        );
      }
      observations.push(
        observeFact({
          at: now(),
          looked: 'connections to the address that entities name',
          expected: '0',
          observed: `${listener.count()}`,
          isAsExpected: listener.count() === 0,
          component: 'Licence requests',
        }),
      );
    } finally {
      await listener.close();
    }
    return judgeObservations(observations);
  },
};

export const hostileContentChecks: readonly AuditCheck[] = [uploads, outgoing, formulas, xml];
