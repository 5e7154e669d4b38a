import assert from 'node:assert/strict';
import { readPlan } from '@pilothouse/certificates/plan/document.js';
import type { V1Container, V1Probe, V1Service, V1StatefulSet } from '@kubernetes/client-node';
import { createHelm, FULLNAME, NAMESPACE, type Helm, type Rendered } from './support/helm.js';
import { maySend, mayTake } from './support/helm-network.js';
import { matches, podsOf, programOf, type Labels, type RenderedPod } from './support/helm-pods.js';
import { isOwnSecret, VALUE_SETS } from './support/helm-values.js';
import { describeWith } from './support/needs.js';

/** Every allowed connection between components of the release: from, to, port. */
const FLOWS: readonly string[] = [
  'admission > apiserver 6443',
  'apiserver > admission 6447',
  'apiserver > etcd 2379',
  'apiserver > token-review 6445',
  'console > apiserver 6443',
  'controller-manager > apiserver 6443',
  'etcd > etcd 2380',
  'etcd-backup > etcd 2379',
  'test > apiserver 6443',
];

describeWith(['HELM'], 'components of the chart', () => {
  let helm: Helm;
  before(async () => {
    helm = await createHelm();
  });
  after(() => helm.remove());

  for (const [name, values] of Object.entries(VALUE_SETS)) {
    describe(`with ${name}`, () => {
      let objects: readonly Rendered[];
      let pods: readonly RenderedPod[];
      before(async () => {
        objects = await helm.render(values);
        pods = podsOf(objects);
      });
      const of = (kind: string): Rendered[] => objects.filter((object) => object.kind === kind);

      it('renders each object once, in the namespace of the release', () => {
        const names = objects.map(({ kind, metadata: { name, namespace } }) => `${kind} ${namespace}/${name}`);
        assert.deepEqual(names, [...new Set(names)]);
        assert.ok(names.every((each) => each.includes(` ${NAMESPACE}/${FULLNAME}`)));
      });

      it('has selectors that each select the pods of one component', () => {
        for (const { owner, selector, labels } of pods) {
          if (selector !== undefined) assert.ok(matches(selector, labels), owner);
        }
        const selectors = [
          ...of('Service').map((service) => [service, (service['spec'] as { selector: Labels }).selector] as const),
          ...['PodDisruptionBudget', 'ServiceMonitor'].flatMap((kind) =>
            of(kind).map(
              (each) => [each, (each['spec'] as { selector: { matchLabels: Labels } }).selector.matchLabels] as const,
            ),
          ),
        ];
        for (const [{ kind, metadata }, selector] of selectors) {
          const components = new Set(
            pods.filter(({ labels }) => matches(selector, labels)).map((pod) => pod.component),
          );
          assert.equal(components.size, 1, `${kind}/${metadata.name}`);
        }
      });

      it('has the ports that services, probes and monitors name', () => {
        for (const { spec, metadata } of of('Service') as unknown as V1Service[]) {
          const behind = pods.filter(({ labels }) => matches(spec?.selector ?? {}, labels));
          for (const { targetPort } of spec?.ports ?? []) {
            const has = ({ ports = [] }: V1Container): boolean => ports.some((port) => port.name === targetPort);
            assert.ok(
              behind.every(({ containers }) => containers.some(has)),
              `${metadata?.name} ${targetPort}`,
            );
          }
        }
        for (const { owner, containers } of pods) {
          for (const { ports = [], startupProbe, livenessProbe, readinessProbe } of containers) {
            const probes = [startupProbe, livenessProbe, readinessProbe].filter(
              (probe): probe is V1Probe => probe !== undefined,
            );
            for (const { httpGet } of probes)
              assert.ok(
                ports.some((port) => port.name === httpGet?.port),
                owner,
              );
          }
        }
        for (const { metadata, ...monitor } of of('ServiceMonitor')) {
          const { selector, endpoints } = monitor['spec'] as Monitor;
          const services = of('Service').filter((each) => matches(selector.matchLabels, each.metadata.labels ?? {}));
          const ports = services.flatMap((each) => (each as unknown as V1Service).spec?.ports ?? []);
          assert.ok(
            endpoints.every((endpoint) => ports.some((port) => port.name === endpoint.port)),
            metadata.name,
          );
        }
      });

      it('mounts only volumes that exist, from Secrets and ConfigMaps that are created', () => {
        const plan = planOf(objects);
        const certified = of('Certificate').map(({ metadata }) => metadata.name);
        const secrets = new Set([...names(of('Secret')), ...certified, ...planned(plan)]);
        const isThere = (secret = ''): boolean => secrets.has(secret) || isOwnSecret(secret);
        const shown = JSON.stringify(of('ServiceMonitor')).matchAll(/"secret":\{"name":"([^"]+)"/g);
        for (const [, secret = ''] of shown) assert.ok(isThere(secret), secret);
        const maps = new Set(names(of('ConfigMap')));
        for (const { owner, spec, containers, claims } of pods) {
          const volumes = spec.volumes ?? [];
          const there = [...claims, ...volumes.map((volume) => volume.name)];
          const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name));
          assert.deepEqual([...new Set(mounted)].sort(), there.sort(), owner);
          for (const { secret, configMap } of volumes) {
            if (secret) assert.ok(isThere(secret.secretName), `${owner}: ${secret.secretName}`);
            if (configMap) assert.ok(maps.has(configMap.name ?? ''), `${owner}: ${configMap.name}`);
          }
        }
      });

      it('has a pod for every claim at once, since WaitForFirstConsumer volumes need one and Helm waits for them', () => {
        const claimed = pods
          .filter(({ owner }) => !owner.startsWith('CronJob/'))
          .flatMap(({ spec }) => spec.volumes ?? [])
          .map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName);
        for (const name of names(of('PersistentVolumeClaim'))) assert.ok(claimed.includes(name), name);
      });

      it('leaves time for DNS to publish an etcd member before it stops the next one', () => {
        for (const { spec } of of('StatefulSet') as unknown as V1StatefulSet[])
          assert.ok((spec?.minReadySeconds ?? 0) >= 30);
      });

      it('mounts into programs no key that is not in use yet, and no key of an authority', () => {
        for (const { owner, spec } of pods) {
          for (const { secret } of spec.volumes ?? []) {
            assert.ok(!secret?.secretName?.endsWith('-ca'), owner);
            if (secret?.secretName?.endsWith('-service-account') !== true) continue;
            const shown = (secret.items ?? []).map(({ key }) => key);
            assert.ok(shown.includes('sa.key') && !shown.includes('next.key'), owner);
          }
        }
      });

      it('connects to host names that certificates contain', () => {
        const plan = planOf(objects);
        const certified = of('Certificate').map((each) => each['spec'] as CertificateSpec);
        const hostsOf = (name: string): readonly string[] => {
          const spec = certified.find((each) => each.secretName === name);
          const purpose = plan.certificates.find((each) => each.name === name)?.purpose;
          if (spec) return [...(spec.dnsNames ?? []), ...(spec.ipAddresses ?? [])];
          return purpose === undefined || purpose.type === 'client' ? [] : purpose.hosts;
        };
        const isPlanned = (name: string): boolean => hostsOf(name).length > 0;
        for (const { server } of isPlanned(`${FULLNAME}-apiserver`) ? plan.kubeconfigs : []) {
          assertHost(server, hostsOf(`${FULLNAME}-apiserver`));
        }
        for (const { containers } of pods) {
          const texts = new Map(containers.flatMap((container) => programOf(container)?.flags ?? []));
          const backedUp = containers.flatMap(({ args = [] }) =>
            args.flatMap((arg) => arg.split('--endpoints=')[1] ?? []),
          );
          const servers = [...(texts.get('etcd-servers')?.split(',') ?? []), ...backedUp];
          if (!isPlanned(`${FULLNAME}-etcd-server`)) continue;
          for (const server of servers) assertHost(server, hostsOf(`${FULLNAME}-etcd-server`));
        }
        const data = of('ConfigMap').flatMap((each) => Object.values((each['data'] ?? {}) as Record<string, string>));
        for (const [, url = '', service] of data
          .join('\n')
          .matchAll(/(grpcs:\/\/\S*-(token-review|admission)\.[^'\s]+)/g)) {
          const certificate = `${FULLNAME}-${service}`;
          if (isPlanned(certificate)) assertHost(url.replace('grpcs', 'https'), hostsOf(certificate));
        }
      });

      it('allows only the listed connections', () => {
        const policies = of('NetworkPolicy');
        if (policies.length === 0) return;
        const components = new Map(pods.map((pod) => [pod.component, pod]));
        const ports = [2379, 2380, 2381, 6443, 6444, 6445, 6446, 6447, 6448, 6450, 6451, 10257];
        const all = [...components.values()].flatMap((from) =>
          [...components.values()].flatMap((to) => ports.map((port) => ({ from, to, port }))),
        );
        const flow = ({ from, to, port }: (typeof all)[number]): string =>
          `${from.component} > ${to.component} ${port}`;
        const wanted = FLOWS.filter((each) =>
          each
            .split(/ > | /)
            .slice(0, 2)
            .every((part) => components.has(part)),
        );
        // The pods of the certificates job connect to the API server of the host cluster at any address.
        const sends = all.filter((each) => each.from.component !== 'certificates' && maySend(policies, each));
        assert.deepEqual(sends.map(flow).sort(), wanted);
        // Unless values restrict it, any pod may connect to the API and to the console.
        const isOpen = ({ to, port }: (typeof all)[number]): boolean => to.component === 'apiserver' || port === 6450;
        const takes = all.filter((each) => !isOpen(each) && mayTake(policies, each));
        assert.deepEqual(
          takes.map(flow).sort(),
          wanted.filter((each) => !each.includes('> apiserver')),
        );
        for (const each of all) if (wanted.includes(flow(each))) assert.ok(mayTake(policies, each), flow(each));
      });

      it('rotates authorities without an outage of programs that read trusted CAs only at startup', () => {
        const plan = planOf(objects);
        const etcd = plan.authorities.find(({ name }) => name === `${FULLNAME}-etcd-ca`);
        const isOurs = plan.certificates.some(({ name }) => name === `${FULLNAME}-etcd-server`);
        assert.equal(etcd?.propagation, isOurs ? 720 * 3_600_000 : undefined);
        for (const { metadata, ...rest } of of('Certificate')) {
          const { isCA, privateKey } = rest['spec'] as CertificateSpec;
          assert.equal(privateKey.rotationPolicy, isCA === true ? 'Never' : 'Always', metadata.name);
        }
      });

      it('runs pods with service accounts that exist, one for each component or provided by the user', () => {
        const made = names(of('ServiceAccount'));
        const usedBy = new Map<string, Set<string>>();
        for (const { owner, component, spec } of pods) {
          const account = spec.serviceAccountName ?? '';
          assert.ok(made.includes(account) || ['default', 'control'].includes(account), `${owner}: ${account}`);
          usedBy.set(account, (usedBy.get(account) ?? new Set()).add(component));
        }
        for (const account of made) assert.equal(usedBy.get(account)?.size, 1, account);
        const bound = of('RoleBinding').flatMap((each) =>
          (each['subjects'] as { name: string }[]).map(({ name }) => name),
        );
        for (const account of bound) assert.deepEqual([...(usedBy.get(account) ?? [])], ['certificates']);
      });

      it('lets the account that creates Secrets write only those of the plan', () => {
        const plan = planOf(objects);
        const made = planned(plan).sort();
        for (const role of of('Role')) {
          const [create, write, look, ...more] = role['rules'] as Rule[];
          assert.deepEqual([create?.verbs, create?.resources], [['create'], ['secrets']]);
          assert.deepEqual([write?.verbs, write?.resourceNames], [['get', 'update'], made]);
          const read = plan.kubeconfigs.map(({ certificate }) => certificate);
          const foreign = read.filter((each) => !made.includes(each)).sort();
          assert.deepEqual(look?.resourceNames ?? [], foreign);
          // The Secret of an authority contains its key.
          assert.ok(!foreign.some((each) => each.endsWith('-ca')));
          assert.deepEqual(look?.verbs ?? ['get'], ['get']);
          assert.deepEqual(more, []);
        }
      });
    });
  }
});

interface Monitor {
  readonly selector: { readonly matchLabels: Labels };
  readonly endpoints: readonly { readonly port: string }[];
}

interface CertificateSpec {
  readonly secretName: string;
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  readonly isCA?: boolean;
  readonly privateKey: { readonly rotationPolicy: string };
}

interface Rule {
  readonly verbs: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
}

type Plan = ReturnType<typeof readPlan>;

const names = (objects: readonly Rendered[]): string[] => objects.map(({ metadata }) => metadata.name);

/** Empty if the user provides all Secrets. */
function planOf(objects: readonly Rendered[]): Plan {
  const map = objects.find(
    ({ kind, metadata: { name } }) => kind === 'ConfigMap' && name === `${FULLNAME}-certificates`,
  );
  return readPlan(((map?.['data'] ?? {}) as Record<string, string>)['plan.yaml'] ?? '{}', 'plan.yaml');
}

function planned({ authorities, certificates, keys, sessionKeys, kubeconfigs }: Plan): string[] {
  return [...authorities, ...certificates, ...keys, ...sessionKeys, ...kubeconfigs].map(({ name }) => name);
}

function assertHost(url: string, hosts: readonly string[]): void {
  const { hostname } = new URL(url);
  assert.ok(hosts.includes(hostname), `${url}: ${hosts.join()}`);
}
