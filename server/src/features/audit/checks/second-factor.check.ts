import { type Endpoint, endpoints } from '@prahari/contract';
import { confirmPassword } from '../probe/play.adapter.ts';
import {
  describeCall,
  describeHarmlessCall,
  expectStatus,
  listAsvs,
  nameCall,
  readReason,
} from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notApplicable,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const { auth, drm } = endpoints;
const owed = 'second_factor_enrolment_required';
/** Of the calls for administrators alone every so many is sent. */
const everySoMany = 4;

export const secondFactorChecks: readonly AuditCheck[] = [
  {
    id: 'AUTH-15',
    title: 'An administrator who owes a second factor can do nothing but set it up',
    category: 'authentication',
    kind: 'probe',
    severity: 'high',
    reach: 'administrator',
    description: 'An administrator without the required second factor reads, changes or plays.',
    impact: 'A stolen password is enough, although the institution asks for more.',
    howTested:
      'A throwaway administrator signs in without a second factor and sends every call that learners have too, and every fourth that is for administrators; each must be refused for that reason, as must the token of a video.',
    recommendation: 'Open to such sessions the calls alone that set up the factor.',
    effort: 'small',
    steps: ['Remove `beforeEnrolment` from the entry of the call.'],
    changes: [{ file: 'contract/src/endpoints', description: '`access.beforeEnrolment`' }],
    cwe: ['CWE-308', 'CWE-862'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['8.2.1'], 2: ['6.3.3'] }),
    components: ['API'],
    usualSeconds: 9,
    run: runOwed,
  },
  {
    id: 'AUTH-16',
    title: 'Administrators sign in with a second factor',
    category: 'authentication',
    kind: 'data',
    severity: 'medium',
    reach: 'unauthenticated',
    description: 'Administrators sign in by their password alone.',
    impact: 'One stolen or guessed password opens the administration of the platform.',
    howTested:
      'Active administrators without a second factor are counted, and the setting is read.',
    recommendation: 'Require a second factor of administrators.',
    effort: 'small',
    steps: [
      'Let every administrator add a passkey or an authenticator app in the profile.',
      'Switch on “Administrators need a second factor” in the system configuration.',
    ],
    changes: [{ file: 'System configuration', description: 'accounts.requireSecondFactor' }],
    cwe: ['CWE-308'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 2: ['6.3.3'] }),
    components: ['Administrators'],
    usualSeconds: 1,
    async run({ ports, now }) {
      const isRequired = ports.settings.requireSecondFactor;
      const without = await ports.accounts.countAdministratorsWithoutFactor();
      return judgeObservations([
        observeFact({
          at: now(),
          looked: 'System configuration: accounts.requireSecondFactor',
          expected: 'on',
          observed: isRequired ? 'on' : 'off',
          isAsExpected: isRequired,
          isWarning: true,
          component: 'System configuration',
        }),
        observeFact({
          at: now(),
          looked: 'Active administrators without a second factor',
          expected: '0',
          observed: `${without}`,
          isAsExpected: without === 0,
          isWarning: true,
          component: 'Administrators',
        }),
      ]);
    },
  },
];

const isForAdministrators = ({ access }: Endpoint) =>
  access.kind === 'session' && !access.roles.includes('LEARNER');

async function runOwed({ principals, ports }: CheckTools) {
  if (!ports.settings.requireSecondFactor) {
    return notApplicable('No second factor is required of administrators here.');
  }
  const administrator = await principals.signIn(await principals.createAccount('ADMIN'));
  const closed = ports.surface.endpoints.filter(
    ({ access }) =>
      access.kind === 'session' && access.roles.includes('ADMIN') && !access.beforeEnrolment,
  );
  const ofAll = closed.filter((endpoint) => !isForAdministrators(endpoint));
  const ofSome = closed.filter(isForAdministrators).filter((_, i) => i % everySoMany === 0);
  const observed = [
    expectStatus(await administrator.call(describeCall(auth.validate)), [200], 'its session'),
  ];
  for (const endpoint of [...ofAll, ...ofSome]) {
    const answer = await administrator.call(describeHarmlessCall(endpoint));
    const reason = readReason(answer);
    const isRefused = answer.status === 403 && (reason === owed || endpoint.method === 'HEAD');
    observed.push({
      ...observeAnswer(answer, `403 ${owed}`, isRefused, `${answer.status} ${reason ?? ''}`),
      component: nameCall(endpoint),
    });
  }
  const videoId = await ports.findPlayableVideo(administrator.account.userId);
  if (videoId !== undefined) {
    const confirmed = await confirmPassword(administrator).then(
      () => 'confirmed',
      () => 'refused',
    );
    const token = await administrator.call(describeCall(drm.generateToken, { body: { videoId } }));
    observed.push(expectStatus(token, [403], `a video, with the password ${confirmed}`));
  }
  return judgeObservations(observed);
}
