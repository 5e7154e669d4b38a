import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEPLOY, mountsOf, readCompose } from './support/compose.js';
import { askOnce } from './support/ask.js';
import { startComposed, type Composed } from './support/composed.js';
import { eventually } from './support/eventually.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { namedMetrics } from './support/monitoring.js';
import { describeWith } from './support/needs.js';

describe('deploy/compose.yaml', () => {
  const { services, networks, volumes } = readCompose();
  const all = Object.entries(services);

  it('has only dependencies that exist and can become healthy', () => {
    for (const [name, { depends_on: wanted = {} }] of all) {
      for (const [other, { condition }] of Object.entries(wanted)) {
        const found = services[other] ?? assert.fail(`${name} waits for ${other}`);
        if (condition === 'service_healthy') assert.ok(found.healthcheck, `${other} has no health check`);
        if (condition === 'service_completed_successfully') assert.equal(found.restart, 'no', `${other} has no end`);
      }
    }
  });

  it('defines exactly the volumes, files and networks that services name', () => {
    const sources = all.flatMap(([, service]) => mountsOf(service).map(({ source }) => source));
    const named = sources.filter((source) => !source.startsWith('.'));
    assert.deepEqual([...new Set(named)].sort(), Object.keys(volumes).sort());
    for (const source of sources.filter((each) => each.startsWith('.'))) assert.ok(existsSync(join(DEPLOY, source)));
    const used = all.flatMap(([, { networks: joined = [] }]) => joined);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(networks).sort());
  });

  it('connects services to every address in their flags', () => {
    const networksOf = (name: string): readonly string[] => services[name]?.networks ?? [];
    const spoken = new RegExp(`\\b(${Object.keys(services).join('|')}):\\d+`, 'g');
    for (const [name, { command = [], environment = {} }] of all) {
      const texts = [...command, ...Object.values(environment)];
      const files = texts.flatMap((text) => /\/etc\/pilothouse\/([\w.-]+)/.exec(text)?.[1] ?? []);
      const contents = files.map((file) => readFileSync(join(DEPLOY, 'compose', file), 'utf8'));
      for (const [, other = ''] of [...texts, ...contents].join('\n').matchAll(spoken)) {
        const shared = networksOf(name).filter((network) => networksOf(other).includes(network));
        assert.ok(other === name || shared.length > 0, `${name} does not reach ${other}`);
      }
    }
  });

  it('gives each service minimal privileges', () => {
    for (const [name, service] of all) {
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.notEqual(service.privileged, true, name);
      if (name === 'volumes') assert.equal(service.network_mode, 'none');
      else assert.ok(!service.user?.startsWith('0') && service.cap_add === undefined, name);
      for (const published of service.ports ?? []) assert.match(published, /^127\.0\.0\.1:/, name);
    }
  });

  it('contains no password', () => {
    assert.doesNotMatch(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), /password|secret_key|token=/i);
  });

  it('gives servers their full shutdown time', () => {
    const delay = /--shutdown-delay-duration=(\d+)s/.exec(services['apiserver-1']?.command?.join(' ') ?? '')?.[1];
    const grace = /^(\d+)s$/.exec(services['apiserver-1']?.stop_grace_period ?? '')?.[1];
    assert.ok(Number(grace) >= Number(delay) + 60 + 5);
  });
});

describeWith(['ETCD', 'HAPROXY', 'KUBECTL', 'PROMETHEUS'], 'the installation of deploy/compose.yaml', () => {
  let composed: Composed;
  let kubectl: Kubectl;
  /** The token of a user of the token-review service. */
  let token: string;

  before(async function () {
    this.timeout(180_000);
    composed = await startComposed();
    await composed.start('users');
    token = await composed.exec('token-review', 'token-review users add ann --users-file=/users/users.json'.split(' '));
    const { services } = readCompose();
    await Promise.all(Object.keys(services).map(composed.start));
    const home = join(composed.directory, 'home');
    await mkdir(home);
    const kubeconfig = join(composed.directory, 'certificates', 'admin.kubeconfig');
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig, home });
  });
  after(() => composed.remove());

  it('serves kubectl through the load balancer, with controllers and admission plugins', async () => {
    await kubectl(['create', 'namespace', 'shop']);
    const { err } = await kubectl.attempt(['run', 'web', '--namespace=shop', '--image=nginx']);
    assert.match(err, /Warning: policy "images-have-tags"/);
    const pod = await kubectl([
      'get',
      'pod',
      'web',
      '--namespace=shop',
      '--output=jsonpath={.spec.serviceAccountName}',
    ]);
    assert.equal(pod, 'default');
  });

  it('authenticates users of the token-review service', async () => {
    const server = {
      url: `https://127.0.0.1:${await composed.port('haproxy', 6443)}`,
      caPem: await readFile(join(composed.directory, 'certificates', 'pilothouse-ca-bundle.crt'), 'utf8'),
      credentials: { token: token.trim() },
    };
    const target = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const whoami = async (): Promise<string> => (await askOnce(server, 'POST', target, { body })).text;
    await eventually(async () => (await whoami()).includes('"username":"ann"'), 'ann is known');
  });

  it('signs users of the token-review service in to the console', async () => {
    const url = `https://127.0.0.1:${await composed.port('console', 6450)}`;
    const page = {
      url,
      caPem: await readFile(join(composed.directory, 'certificates', 'pilothouse-ca-bundle.crt'), 'utf8'),
    };
    const headers = { origin: url, 'content-type': 'application/json' };
    const { status, text } = await askOnce(page, 'POST', '/session', {
      body: JSON.stringify({ token: token.trim() }),
      headers,
    });
    assert.equal(status, 200, text);
  });

  it('keeps serving without one API server and one etcd member', async () => {
    await Promise.all([composed.kill('apiserver-2'), composed.kill('etcd-3')]);
    // A write whose client times out may still be stored. The next attempt needs another name.
    let attempts = 0;
    await eventually(async () => {
      const { code } = await kubectl.attempt(['create', 'configmap', `survivor-${++attempts}`, '--request-timeout=5s']);
      return code === 0;
    }, 'something can be written');
    assert.match(await kubectl(['get', 'configmap', `survivor-${attempts}`]), /survivor/);
  });

  it('has certificates for the host names of its services', async () => {
    const hosts: Readonly<Record<string, readonly string[]>> = {
      apiserver: ['apiserver-1', 'apiserver-2', 'apiserver-3', 'haproxy', 'localhost'],
      etcd: ['etcd-1', 'etcd-2', 'etcd-3'],
      'token-review': ['token-review'],
      admission: ['admission'],
    };
    for (const [certificate, names] of Object.entries(hosts)) {
      const pem = await readFile(join(composed.directory, 'certificates', `${certificate}.crt`));
      for (const name of names) assert.equal(new X509Certificate(pem).checkHost(name), name);
    }
  });

  it('has a Prometheus with every target up, and every metric of the rules and the dashboard', async () => {
    const prometheus = `http://127.0.0.1:${await composed.port('prometheus', 9090)}`;
    const ask = async <T>(path: string): Promise<T> => {
      const { data } = (await (await fetch(`${prometheus}/api/v1/${path}`)).json()) as { data: T };
      return data;
    };
    type Target = { readonly labels: Readonly<Record<string, string>>; readonly health: string };
    const up = async (): Promise<Record<string, number>> => {
      const { activeTargets } = await ask<{ activeTargets: readonly Target[] }>('targets');
      const counts: Record<string, number> = {};
      for (const { labels, health } of activeTargets) {
        const job = labels['job'] ?? '';
        counts[job] = (counts[job] ?? 0) + (health === 'up' ? 1 : 0);
      }
      return counts;
    };
    const wanted = {
      haproxy: 1,
      'pilothouse-admission': 1,
      'pilothouse-apiserver': 2,
      'pilothouse-console': 1,
      'pilothouse-controller-manager': 2,
      'pilothouse-etcd': 2,
      'pilothouse-token-review': 1,
    };
    let last = {};
    const isWhole = async (): Promise<boolean> => isDeepStrictEqual((last = await up()), wanted);
    await eventually(isWhole, 'all parts are scraped').catch((error: unknown) =>
      assert.fail(`${String(error)}: ${JSON.stringify(last)}`),
    );
    const known = new Set(['up', ...Object.keys(await ask<object>('metadata'))]);
    // OpenMetrics names counters without the suffix `_total`.
    const isKnown = (name: string): boolean =>
      known.has(name) || known.has(name.replace(/_(bucket|sum|count|total)$/, ''));
    const unknown = namedMetrics().filter((name) => !isKnown(name));
    assert.deepEqual(unknown, []);
    const { groups } = await ask<{ groups: readonly { rules: readonly { health: string }[] }[] }>('rules');
    assert.ok(groups.length > 5 && groups.every(({ rules }) => rules.every(({ health }) => health !== 'err')));
  });
});
