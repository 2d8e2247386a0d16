import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../setup/root.mjs';
import composeSchema from './compose-spec.schema.json' with { type: 'json' };
import { findTypeProblems, type KubernetesObject } from './kubernetes-types.ts';

const read = (...names: string[]) => readFileSync(inRoot('deploy', ...names), 'utf8');
const readme = readFileSync(inRoot('README.md'), 'utf8');
const metrics = readFileSync(inRoot('docs', 'metrics.md'), 'utf8');
/** What a process takes to finish when its drain is over (`platform/http/drain.ts`). */
const finishSeconds = 15;

const isSetting = (name: string) => readme.includes(`| \`${name}\` |`);
/** prom-client's own begin with these, and are not listed one by one. */
const isMetric = (name: string) => metrics.includes(`\`${name}\``) || name.startsWith('nodejs_');

interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly restart?: string;
        readonly networks: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly secrets?: readonly string[];
        readonly ports?: readonly string[];
        readonly healthcheck?: object;
        readonly stop_grace_period?: string;
        readonly deploy: {
          readonly replicas?: number;
          readonly resources: { readonly limits: object };
        };
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

describe('the files of Compose', () => {
  const { services, secrets }: ComposeFile = parse(read('compose', 'compose.yaml'), {
    merge: true,
  });

  it.each(['compose', 'relay'])('%s are what the Compose Specification says', (folder) => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const validate = ajv.compile(composeSchema);
    const file = parse(read(folder, 'compose.yaml'), { merge: true });
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
    // A misspelt word is found.
    const [name = ''] = Object.keys(file.services);
    file.services[name].healthchek = {};
    expect(validate(file)).toBe(false);
  });

  it('run two of each process, and all services within limits, with a health check', () => {
    expect(services['web']?.deploy.replicas).toBe(2);
    expect(services['worker']?.deploy.replicas).toBe(2);
    const once = Object.entries(services).filter(([, { restart }]) => restart === 'on-failure');
    expect(once.map(([name]) => name)).toEqual(['bucket', 'migrate', 'delivery-key']);
    for (const [name, service] of Object.entries(services)) {
      const limits = { cpus: expect.any(String), memory: expect.any(String) };
      expect(service.deploy.resources.limits, name).toEqual(limits);
      if (service.restart === 'on-failure') continue;
      expect(service.restart, name).toBe('unless-stopped');
      expect(service.healthcheck, name).toBeDefined();
    }
  });

  it('let nginx reach neither database nor store, and the world nothing but nginx and Grafana', () => {
    const reaches = (name: string) =>
      Object.entries(services)
        .filter(([, { networks }]) =>
          networks.some((one) => services[name]?.networks.includes(one)),
        )
        .map(([other]) => other);
    expect(reaches('nginx')).toEqual(['web', 'nginx', 'grafana']);
    expect(reaches('prometheus')).toEqual(['web', 'prometheus', 'grafana']);
    expect(reaches('database')).not.toContain('nginx');
    const isPublished = Object.keys(services).filter((name) => services[name]?.ports);
    expect(isPublished).toEqual(['nginx', 'grafana']);
  });

  it('take every secret from a file, and name settings that there are', () => {
    for (const { environment = {}, secrets: used = [] } of Object.values(services)) {
      for (const name of used) expect(Object.keys(secrets)).toContain(name);
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|TOKEN|KEY/.test(name)) expect(value).toMatch(/^\/run\/secrets\//);
      }
    }
    const ours = Object.values(services).filter(({ image }) => image.includes('PRAHARI_IMAGE'));
    expect(ours).toHaveLength(4);
    const names = new Set(ours.flatMap(({ environment = {} }) => Object.keys(environment)));
    expect([...names].filter((name) => !isSetting(name))).toEqual([]);
  });

  it('wait for the drain of a process', () => {
    const { environment, stop_grace_period: grace = '' } = services['web'] ?? {};
    const drain = Number(environment?.['DRAIN_SECONDS']);
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(drain + finishSeconds);
  });
});

interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly securityContext: object;
    readonly resources: object;
    readonly env?: readonly { readonly name: string; readonly value: string }[];
  }[];
}
interface Manifest extends KubernetesObject {
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template?: { readonly spec: Pod } };
}
interface Kustomization {
  readonly resources: readonly string[];
  readonly patches?: readonly {
    readonly target: { readonly kind: string; readonly name: string };
    /** JSON Patch (RFC 6902), as text. */
    readonly patch: string;
  }[];
}

describe('the files of Kubernetes', () => {
  const base: Kustomization = parse(read('kubernetes', 'base', 'kustomization.yaml'));
  const objects: Manifest[] = base.resources.flatMap((file) =>
    parseAllDocuments(read('kubernetes', 'base', file)).map((one) => one.toJS()),
  );
  const pods = objects.flatMap(({ metadata, spec }) =>
    spec?.template ? [{ name: metadata.name, pod: spec.template.spec }] : [],
  );

  it('are what the API says', () => {
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Namespace prahari',
      'Job migrate',
      'Deployment web',
      'Service web',
      'Ingress web',
      'HorizontalPodAutoscaler web',
      'PodDisruptionBudget web',
      'Deployment worker',
      'HorizontalPodAutoscaler worker',
      'PodDisruptionBudget worker',
      'NetworkPolicy nothing',
      'NetworkPolicy web-is-called',
      'NetworkPolicy processes-call',
    ]);
    const job = objects[1];
    const misspelt = { ...job, spec: { ...job?.spec, backofLimit: 1 } };
    const untyped = { apiVersion: 'batch/v1', kind: 'Job', ...misspelt };
    const [problem, ...more] = findTypeProblems([...objects, untyped]);
    expect(problem).toMatch(/^Job: .*backofLimit/);
    expect(more).toEqual([]);
  });

  it('pass the restricted standard, with a root that is not written and memory that ends', () => {
    expect(pods.map(({ name }) => name)).toEqual(['migrate', 'web', 'worker']);
    for (const { pod } of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ limits: { memory: expect.any(String) } });
      }
    }
  });

  it('give a process time for its drain', () => {
    const web = pods.find(({ name }) => name === 'web')?.pod;
    const drain = web?.containers[0]?.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value;
    expect(web?.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + finishSeconds);
  });

  it('name settings that there are, in the overlays too', () => {
    const overlays = ['small', 'large'].map((name) =>
      read('kubernetes', 'overlays', name, 'kustomization.yaml'),
    );
    const literals = [...overlays, read('kubernetes', 'base', 'kustomization.yaml')].flatMap(
      (text) => [...text.matchAll(/- ([A-Z0-9_]+)=/g)].map(([, name = '']) => name),
    );
    const values = pods.flatMap(({ pod }) =>
      pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    );
    expect(literals.length).toBeGreaterThan(10);
    expect([...literals, ...values].filter((name) => !isSetting(name))).toEqual([]);
  });

  it.each(['small', 'large'])('change in the overlay %s only what the base has', (name) => {
    const text = read('kubernetes', 'overlays', name, 'kustomization.yaml');
    const { patches = [] }: Kustomization = parse(text);
    expect(patches.length).toBeGreaterThan(2);
    for (const { target, patch } of patches) {
      const found = objects.find(
        ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
      );
      const changes: readonly { readonly path: string }[] = parse(patch);
      for (const { path: at } of changes) {
        const steps = at.replace(/\/-$/, '').split('/').slice(1);
        const value = steps.reduce<unknown>(
          (inside, key) => new Map(Object.entries(Object(inside))).get(key),
          found,
        );
        expect(value, `${target.kind} ${target.name} ${at}`).toBeDefined();
      }
    }
  });

  it('scale by metrics that there are', () => {
    const rules = read('kubernetes', 'monitoring', 'adapter-rules.yaml');
    const series = [...rules.matchAll(/seriesQuery: ["']([a-z_0-9]+)/g)].map(([, one = '']) => one);
    const plain = series.map((one) => one.replace(/_count$/, ''));
    expect(plain.filter((one) => !isMetric(one))).toEqual([]);
    const asked = objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap((one) => [...JSON.stringify(one).matchAll(/"metric":\{"name":"(\w+)"/g)])
      .map(([, one = '']) => one);
    const given = [...series, ...[...rules.matchAll(/as: (\w+)/g)].map(([, one = '']) => one)];
    expect(asked).toHaveLength(3);
    expect(asked.filter((one) => !given.includes(one))).toEqual([]);
  });
});

describe('the units of systemd', () => {
  const folder = inRoot('deploy', 'systemd');
  const units = readdirSync(folder).filter((name) => /\.(?:service|target)$/.test(name));
  const known = new Set(
    `Description After Wants PartOf User WorkingDirectory Environment EnvironmentFile ExecStart Restart RestartSec
    KillMode TimeoutStopSec TimeoutStartSec Type RemainAfterExit OOMPolicy StateDirectory StateDirectoryMode WantedBy
    CPUWeight IOWeight Nice IOSchedulingClass NoNewPrivileges PrivateTmp PrivateDevices ProtectSystem ProtectHome ProtectProc
    ProtectKernelTunables ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectClock ProtectHostname
    ReadWritePaths RestrictAddressFamilies RestrictNamespaces RestrictSUIDSGID RestrictRealtime LockPersonality
    RemoveIPC CapabilityBoundingSet SystemCallArchitectures SystemCallFilter SystemCallErrorNumber UMask LimitNOFILE`.split(
      /\s+/,
    ),
  );
  const linesOf = (unit: string) =>
    read('systemd', unit)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('['))
      .map((line) => line.split(/=(.*)/));

  it.each(units)('%s has only what systemd knows', (unit) => {
    expect(linesOf(unit).filter(([name = '']) => !known.has(name))).toEqual([]);
    const names = linesOf(unit)
      .filter(([name]) => name === 'Environment')
      .flatMap(([, value = '']) => value.split(' ').map((one) => one.replace(/=.*/, '')));
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    const instance = unit.replace('@.', '@8080.');
    const args = ['verify', '--man=no', `./${instance}`];
    const { error, status, stderr } = spawnSync('systemd-analyze', args, { cwd: folder });
    // Elsewhere than on Debian our own checks above must do.
    if (error) return;
    const said = stderr
      .toString()
      .split('\n')
      .filter((line) => line.includes(unit.replace('@.service', '')));
    // What the machine of the test lacks is no fault of the unit.
    expect(said.filter((line) => !/is not executable|not found/.test(line))).toEqual([]);
    if (said.length === 0) expect(status).toBe(0);
  });

  it('wait for the drain of a web process', () => {
    const text = read('systemd', 'prahari-web@.service');
    const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(text)?.[1]);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1])).toBeGreaterThan(drain + finishSeconds);
  });
});

describe('the image', () => {
  const text = read('container', 'Containerfile');
  const stages = text.split(/^FROM /m).slice(1);

  it('is built in two stages, and runs without rights, with a bill of materials', () => {
    expect(stages).toHaveLength(2);
    const [build = '', run = ''] = stages;
    expect(build).toContain('npm prune --omit=dev');
    expect(build).toContain('npm sbom --omit=dev');
    expect(run).toMatch(/^USER 10001:10001$/m);
    expect(run).toMatch(/^HEALTHCHECK /m);
    expect(run).toMatch(/^VOLUME \/var\/lib\/prahari$/m);
    expect(run).not.toMatch(/\b(?:npm|git|curl|wget)\b/);
    const variables = [...run.matchAll(/^(?:ENV|\s+)\s*([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const others = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'DEBIAN_FRONTEND'];
    expect(variables.filter((name) => !isSetting(name) && !others.includes(name))).toEqual([]);
  });

  it('gets what each workspace needs, and nothing that was built or installed here', () => {
    const ignore = readFileSync(inRoot('.dockerignore'), 'utf8').split('\n');
    const { workspaces }: { workspaces: string[] } = JSON.parse(
      readFileSync(inRoot('package.json'), 'utf8'),
    );
    for (const folder of workspaces) {
      const isThere = ignore.includes(`!${folder}`) || ignore.includes(`!${folder}/package.json`);
      expect(isThere, folder).toBe(true);
    }
    expect(ignore).toEqual(expect.arrayContaining(['**', '**/node_modules', '**/dist']));
    const missing = ignore.filter(
      (line) => line.startsWith('!') && !existsSync(inRoot(line.slice(1))),
    );
    expect(missing).toEqual([]);
  });
});
