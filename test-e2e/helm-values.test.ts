import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { V1Container } from '@kubernetes/client-node';
import { CHART, createHelm, FULLNAME, IMAGE, NAMESPACE, TEMPLATE, type Helm, type Rendered } from './support/helm.js';
import { podsOf, type RenderedPod } from './support/helm-pods.js';
import { VALUE_SETS } from './support/helm-values.js';
import { isOfHost, selectorsOf, type Rule } from './support/monitoring.js';
import { describeWith, toolPath } from './support/needs.js';

describeWith(['HELM'], 'a value of the chart', () => {
  let helm: Helm;
  let everything: readonly Rendered[];
  before(async () => {
    helm = await createHelm();
    everything = await helm.render(VALUE_SETS['everything']);
  });
  after(() => helm.remove());
  const podOf = (objects: readonly Rendered[], component: string): RenderedPod => {
    const pod = podsOf(objects).find((each) => each.component === component);
    return pod ?? assert.fail(component);
  };
  const containerOf = (objects: readonly Rendered[], component: string, name = component): V1Container =>
    podOf(objects, component).containers.find((each) => each.name === name) ?? assert.fail(name);
  const isExtra = ({ metadata: { name } }: Rendered): boolean => /-(extra|text)$/.test(name);

  it('needs no Kubernetes version without a cluster, and Kubernetes 1.24 with one', async () => {
    const image = ['--values', await helm.valuesFile(IMAGE)];
    await helm(...TEMPLATE, ...image);
    const cluster = [...TEMPLATE, ...image, '--api-versions', 'v1/Pod', '--kube-version'];
    await helm(...cluster, '1.24.0');
    const { code, err } = await helm.attempt(...cluster, '1.23.17');
    assert.ok(code === 1 && err.includes('needs Kubernetes 1.24 or newer; the cluster has v1.23.17'), err);
  });

  it('sets a registry for all images, and pull Secrets', () => {
    const images = podsOf(everything).flatMap(({ containers }) => containers.map(({ image = '' }) => image));
    const digest = `sha256:${'0'.repeat(64)}`;
    assert.deepEqual([...new Set(images)].sort(), [
      `mirror.example.org/coreos/etcd@${digest}`,
      `mirror.example.org/platform/pilothouse@${digest}`,
      'mirror.example.org/rclone/rclone:1.75.2',
    ]);
    for (const { owner, spec } of podsOf(everything)) {
      assert.deepEqual(spec.imagePullSecrets, [{ name: 'mirror' }, { name: 'registry' }], owner);
    }
  });

  it('adds labels and annotations to every object and pod, and changes no label of the chart', () => {
    for (const { kind, metadata } of everything.filter((each) => !isExtra(each))) {
      const { labels = {}, annotations = {} } = metadata;
      const [owner, part] = [labels['example.org/owner'], labels['app.kubernetes.io/part-of']];
      // A pod has labels of its own.
      assert.deepEqual([owner, part], ['platform', kind === 'Pod' ? 'platform' : 'pilothouse'], metadata.name);
      assert.equal(annotations['example.org/contact'], 'platform@example.org', metadata.name);
    }
    for (const { owner, labels } of podsOf(everything)) assert.equal(labels['example.org/owner'], 'platform', owner);
  });

  it('adds objects, with templates in them', () => {
    const extra = everything.filter(isExtra).map(({ metadata: { name, namespace } }) => `${namespace}/${name}`);
    assert.deepEqual(extra.sort(), [`${NAMESPACE}/${FULLNAME}-extra`, `${NAMESPACE}/${FULLNAME}-text`]);
  });

  it('changes probes, and annotates service accounts', () => {
    for (const component of ['apiserver', 'controller-manager', 'token-review', 'admission', 'etcd']) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(everything, component);
      assert.equal(startupProbe?.failureThreshold, 99, component);
      assert.equal(readinessProbe?.initialDelaySeconds, 1, component);
      assert.ok((livenessProbe?.failureThreshold ?? 0) >= 3 && livenessProbe?.initialDelaySeconds === undefined);
      const account = everything.find(
        ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === `${FULLNAME}-${component}`,
      );
      assert.equal(account?.metadata.annotations?.['example.org/role'], 'control', component);
      assert.equal(account?.['automountServiceAccountToken'], true);
    }
  });

  it('uses existing issuers, and does not create their authorities', async () => {
    const objects = await helm.render(VALUE_SETS['existing issuers']);
    const specs = objects.filter(({ kind }) => kind === 'Certificate').map(({ spec }) => spec as CertificateSpec);
    const issuers = new Map(specs.map(({ secretName, issuerRef: { kind, name } }) => [secretName, `${kind}/${name}`]));
    assert.equal(issuers.get(`${FULLNAME}-admin`), 'Issuer/api');
    assert.equal(issuers.get(`${FULLNAME}-etcd-client`), 'ClusterIssuer/etcd');
    assert.equal(issuers.get(`${FULLNAME}-admission`), `Issuer/${FULLNAME}-services-ca`);
    const made = specs.filter(({ isCA }) => isCA).map(({ secretName }) => secretName);
    assert.deepEqual(made, [`${FULLNAME}-services-ca`]);
  });

  it('uses existing Secrets, and does not create them', async () => {
    const objects = await helm.render(VALUE_SETS['all Secrets exist']);
    const kinds = objects.map(({ kind, metadata: { name } }) => `${kind}/${name}`);
    assert.deepEqual(
      kinds.filter((each) => /^(Secret|Certificate|Issuer|Role|RoleBinding)\/|certificates/.test(each)),
      [],
    );
    const secrets = podsOf(objects).flatMap(({ spec }) => (spec.volumes ?? []).flatMap(({ secret }) => secret ?? []));
    const names = new Set(secrets.map(({ secretName }) => secretName));
    for (const name of names) assert.match(name ?? '', /^(own-.*|users)$/);
    assert.ok(names.has('own-apiserver') && names.has('own-etcdclient') && names.has('own-serviceaccount'));
  });

  it('sends backups to a bucket, and opens its port to the pods', async () => {
    const { env = [], envFrom, args = [] } = containerOf(everything, 'etcd-backup', 'upload');
    const values = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    assert.equal(values['RCLONE_CONFIG_BACKUPS_REMOTE'], 's3:backups/control/etcd');
    assert.equal(values['RCLONE_CA_CERT'], '/etc/s3-ca/ca.crt');
    assert.deepEqual(envFrom, [{ secretRef: { name: 's3-access' } }]);
    assert.match(args[0] ?? '', /--min-age 30d/);
    const alone = await helm.render(VALUE_SETS['backups only in a bucket']);
    const upload = containerOf(alone, 'etcd-backup', 'upload');
    assert.doesNotMatch(upload.args?.[0] ?? '', /delete/);
    assert.ok(upload.env?.some(({ value }) => value === `s3:backups/${NAMESPACE}/p`));
    assert.ok(!alone.some(({ kind }) => kind === 'PersistentVolumeClaim'));
    for (const [objects, port] of [
      [everything, 443],
      [alone, 9000],
    ] as const) {
      const policy = objects.find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `${FULLNAME}-etcd-backup`,
      );
      const { egress = [] } = (policy?.['spec'] ?? {}) as {
        egress?: readonly { ports: readonly { port: number }[] }[];
      };
      assert.deepEqual(new Set(egress.flatMap(({ ports }) => ports.map((each) => each.port))), new Set([2379, port]));
    }
  });

  it('lets pods on OpenShift reach its DNS', async () => {
    const policies = JSON.stringify(await helm.render(VALUE_SETS['OpenShift']));
    assert.match(policies, /"protocol":"UDP","port":53\}.*"protocol":"UDP","port":5353\}/);
  });

  it('sets the address of runbooks', () => {
    const urls = alertsOf(everything).map(({ annotations }) => annotations?.['runbook_url'] ?? '');
    assert.ok(urls.length > 30);
    for (const url of urls) assert.match(url, /^https:\/\/wiki\.example\.org\/alerts#pilothouse[a-z]+$/);
  });

  describeWith(['PROMTOOL'], 'that makes rules', () => {
    const releases = [
      ['one', 'control'],
      ['two', 'control'],
      ['two', 'other'],
    ] as const;
    const files: string[] = [];
    before(async () => {
      const values = { ...IMAGE, metrics: { prometheusRule: { enabled: true } }, etcd: { backup: { maxAgeHours: 1 } } };
      for (const [namespace, release] of releases) {
        const given = ['--values', await helm.valuesFile(values), '--show-only', 'templates/monitoring/rules.yaml'];
        const text = await helm('template', release, CHART, '--namespace', namespace, ...given);
        const [, spec = ''] = text.split(/^spec:$/m);
        const file = join(helm.directory, `${namespace}-${release}.yaml`);
        await writeFile(file, spec.replace(/^ {2}/gm, ''));
        files.push(file);
      }
    });

    it('renders them for one release: each selects by namespace and release', () => {
      for (const selector of alertsOf(everything).flatMap(({ expr }) => selectorsOf(expr))) {
        const wanted = isOfHost(selector) ? ['namespace', 'cronjob'] : ['namespace', 'release'];
        assert.deepEqual(
          wanted.filter((label) => !selector.labels.includes(label)),
          [],
          selector.metric,
        );
      }
    });

    it('lets three releases in one Prometheus each fire their own alerts once', async () => {
      const of = (namespace: string, release: string, more = ''): string =>
        `{namespace="${namespace}",release="${release}"${more}}`;
      const well = releases.slice(0, 2).flatMap(([namespace, release]) => [
        { series: `up${of(namespace, release, ',job="pilothouse-apiserver",instance="a"')}`, values: '1x90' },
        {
          series: `leader_election_master_status${of(namespace, release, ',job="pilothouse-controller-manager"')}`,
          values: '1x90',
        },
        {
          series: `kube_cronjob_status_last_successful_time{namespace="${namespace}",cronjob="control-pilothouse-etcd-backup"}`,
          values: namespace === 'one' ? '0x90' : '0+60x90',
        },
      ]);
      const fired = (name: string, [namespace, release]: (typeof releases)[number]) => ({
        labels: `{alertname="${name}",namespace="${namespace}",release="${release}"}`,
        value: 1,
      });
      const tests = {
        rule_files: files,
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: well,
            promql_expr_test: [
              {
                expr: 'count by (alertname, namespace, release) (ALERTS{alertstate="firing"})',
                eval_time: '80m',
                exp_samples: [
                  fired('PilothouseBackupTooOld', releases[0]),
                  fired('PilothouseNoApiServer', releases[2]),
                ],
              },
            ],
          },
        ],
      };
      const file = join(helm.directory, 'releases.test.yaml');
      await writeFile(file, JSON.stringify(tests));
      const { status, stdout, stderr } = spawnSync(toolPath('PROMTOOL'), ['test', 'rules', file], { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    });
  });
});

interface CertificateSpec {
  readonly secretName: string;
  readonly isCA?: boolean;
  readonly issuerRef: { readonly kind: string; readonly name: string };
}

/** The alerting rules of a PrometheusRule. */
function alertsOf(objects: readonly Rendered[]): readonly Rule[] {
  const rules = objects.find(({ kind }) => kind === 'PrometheusRule')?.['spec'] as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  return rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);
}
