import assert from 'node:assert/strict';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';
import { readTable } from './support/table.js';

/** A typical application: configuration, a database with a volume, web servers, and an agent on each node. */
const APPLICATION = `
apiVersion: v1
kind: ConfigMap
metadata: {name: shop, labels: {app: shop}}
data: {MODE: production}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: shop-db, labels: {app: shop}}
spec:
  serviceName: shop-db
  selector: {matchLabels: {app: shop, tier: db}}
  template:
    metadata: {labels: {app: shop, tier: db}}
    spec:
      terminationGracePeriodSeconds: 60
      containers:
      - name: db
        image: postgres:15
        ports: [{name: sql, containerPort: 5432}]
        env:
        - name: POSTGRES_PASSWORD
          valueFrom: {secretKeyRef: {name: shop, key: password}}
        readinessProbe: {exec: {command: [pg_isready]}, periodSeconds: 5}
        volumeMounts: [{name: data, mountPath: /var/lib/postgresql/data}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, labels: {app: shop}}
spec:
  replicas: 3
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: shop, tier: web}}
  template:
    metadata:
      labels: {app: shop, tier: web}
      annotations: {prometheus.io/scrape: "true"}
    spec:
      securityContext: {runAsNonRoot: true, runAsUser: 1000}
      initContainers:
      - {name: migrate, image: "registry.example.com/shop:1.0", args: [migrate]}
      containers:
      - name: web
        image: registry.example.com/shop:1.0
        envFrom: [{configMapRef: {name: shop}}]
        ports: [{name: http, containerPort: 8080}]
        resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi, nvidia.com/gpu: "1"}}
        livenessProbe: {httpGet: {path: /healthz, port: http}}
        readinessProbe: {httpGet: {path: /ready, port: http}}
        lifecycle: {preStop: {exec: {command: [sleep, "5"]}}}
        volumeMounts: [{name: tmp, mountPath: /tmp}]
      volumes: [{name: tmp, emptyDir: {medium: Memory, sizeLimit: 64Mi}}]
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: shop}}}
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: shop}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: shop-agent, labels: {app: shop}}
spec:
  selector: {matchLabels: {app: shop, tier: agent}}
  template:
    metadata: {labels: {app: shop, tier: agent}}
    spec:
      hostNetwork: true
      tolerations: [{operator: Exists}]
      containers:
      - name: agent
        image: agent
        securityContext: {privileged: true}
        volumeMounts: [{name: host, mountPath: /host, readOnly: true, mountPropagation: HostToContainer}]
      volumes: [{name: host, hostPath: {path: /, type: Directory}}]
`;

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'a', image: 'busybox:1' }] },
};

for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
  describeWith([tool], `${tool.toLowerCase()} and what bears pods`, () => {
    let storage: TestStorage;
    let server: Server;
    let kubectl: Kubectl;

    before(async () => {
      storage = await createTestStorage('embedded');
      server = await startServer(storage.flags);
      kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
    });
    after(async () => {
      await server.stop();
      await storage.remove();
    });

    const field = (what: string, path: string) => kubectl(['get', what, '-o', `jsonpath={${path}}`]);

    it('creates, scales, changes and describes a Deployment', async () => {
      await kubectl(['create', 'deployment', 'web', '--image=nginx:1.25']);
      assert.match(await kubectl(['scale', 'deployment', 'web', '--replicas=3']), /scaled\n$/);
      assert.match(await kubectl(['set', 'image', 'deployment/web', 'nginx=nginx:1.26']), /image updated\n$/);
      await kubectl(['set', 'resources', 'deployment/web', '--limits=cpu=1', '--requests=cpu=500m']);
      await kubectl(['set', 'env', 'deployment/web', 'MODE=test']);
      await kubectl(['label', 'deployment', 'web', 'tier=front']);
      await kubectl(['rollout', 'restart', 'deployment/web']);
      assert.match(await kubectl(['rollout', 'pause', 'deployment/web']), /paused\n$/);
      const [row = []] = readTable(await kubectl(['get', 'deploy', 'web', '-o', 'wide']));
      const { READY, IMAGES, SELECTOR } = Object.fromEntries(row);
      assert.deepEqual([READY, IMAGES, SELECTOR], ['0/3', 'nginx:1.26', 'app=web']);
      const description = await kubectl(['describe', 'deployment', 'web']);
      assert.match(description, /^ {6}cpu: +1$/m);
      assert.match(description, /^ {6}MODE: +test$/m);
      assert.equal(await field('deployment/web', '.metadata.generation'), '7');
    });

    it('applies an application, changes it, and applies it again', async () => {
      const apply = () => kubectl(['apply', '-f', '-'], { input: APPLICATION });
      assert.equal((await apply()).match(/ created$/gm)?.length, 4);
      // A list of claims is replaced as a whole, here by an equal one.
      const again = await apply();
      assert.equal(again.match(/ unchanged$/gm)?.length, 3, again);
      assert.equal(await field('sts/shop-db', '.metadata.generation'), '1');
      await kubectl(['scale', 'deployment', 'shop', '--replicas=1']);
      const changed = await apply();
      assert.match(changed, /^deployment\.apps\/shop configured$/m);
      assert.equal(changed.match(/ unchanged$/gm)?.length, 2, changed);
      assert.equal(await field('deployment/shop', '.spec.replicas'), '3');
      assert.equal(await field('sts/shop-db', '.spec.volumeClaimTemplates[0].status.phase'), 'Pending');
      const all = await kubectl(['get', 'all', '-l', 'app=shop']);
      for (const name of ['daemonset.apps/shop-agent', 'deployment.apps/shop', 'statefulset.apps/shop-db']) {
        assert.ok(all.includes(name), all);
      }
      const difference = await kubectl.attempt(['diff', '-f', '-'], {
        input: APPLICATION.replace('replicas: 3', 'replicas: 4'),
      });
      assert.equal(difference.code, 1, difference.err);
      assert.match(difference.out, /^\+ {2}replicas: 4$/m);
      await kubectl(['delete', '-f', '-'], { input: APPLICATION });
    });

    it('creates and describes what surrounds a workload', async () => {
      await kubectl(['create', 'deployment', 'app', '--image=a', '--replicas=0']);
      const commands: (readonly [command: string, said: RegExp, described: RegExp])[] = [
        ['expose deployment app --port=80 --type=NodePort', /^service\/app exposed$/m, /^NodePort: .*\b3\d{4}\/TCP$/m],
        ['autoscale deployment app --max=3', /\/app autoscaled$/m, /^Max replicas: +3$/m],
        ['create quota app --hard=count/jobs.batch=9', /^resourcequota\/app created$/m, /^count\/jobs.batch +0 +9$/m],
        ['create ingress app --rule=a.example/*=app:80', /\/app created$/m, /^ +a\.example +$/m],
      ];
      if (tool === 'KUBECTL') {
        commands.push(
          [
            'create cronjob app --image=a --schedule=@hourly',
            /^cronjob\.batch\/app created$/m,
            /^Schedule: +@hourly$/m,
          ],
          ['create pdb app --selector=app=app --min-available=1', /\/app created$/m, /^Min available: +1$/m],
        );
      }
      for (const [command, said] of commands) assert.match(await kubectl(command.split(' ')), said);
      const kinds = `svc,hpa,quota,ingress${tool === 'KUBECTL' ? ',cronjob,pdb' : ''}`;
      const description = await kubectl(['describe', kinds, 'app']);
      for (const [, , described] of commands) assert.match(description, described);
      await kubectl(['delete', `deployment,${kinds}`, 'app']);
    });

    it('reports errors in an application', async () => {
      const wrong = APPLICATION.replace('mountPath: /tmp', 'mountPath: /tmp, subPath: ../x').replace(
        'name: tmp, empty',
        'name: tmpp, empty',
      );
      const { code, err } = await kubectl.attempt(['apply', '-f', '-'], { input: wrong });
      assert.equal(code, 1);
      assert.match(err, /The Deployment "shop" is invalid: ?\n?/);
      assert.match(err, /spec\.template\.spec\.containers\[0\]\.volumeMounts\[0\]\.name: Not found: "tmp"/);
      assert.match(err, /volumeMounts\[0\]\.subPath: Invalid value: "\.\.\/x": must not contain '\.\.'/);
      await kubectl(['delete', '-f', '-', '--ignore-not-found'], { input: APPLICATION });
    });

    it('creates, shows and deletes a pod, which stays Pending', async () => {
      await kubectl(['create', '-f', '-'], { input: JSON.stringify(POD) });
      const [row = []] = readTable(await kubectl(['get', 'pods', 'one', '-o', 'wide']));
      const { READY, STATUS, NODE } = Object.fromEntries(row);
      assert.deepEqual([READY, STATUS, NODE], ['0/1', 'Pending', '<none>']);
      assert.match(await kubectl(['describe', 'pod', 'one']), /^QoS Class: +BestEffort$/m);
      assert.equal(await kubectl(['logs', 'one']), '');
      for (const command of [
        ['exec', 'one', '--', 'ls'],
        ['attach', 'one'],
      ]) {
        const { code, err } = await kubectl.attempt(command);
        assert.equal(code, 1, err);
        assert.match(err, /pod one does not have a host assigned/);
      }
      const { err } = await kubectl.attempt(['patch', 'pod', 'one', '-p', '{"spec":{"hostname":"x"}}']);
      assert.match(err, /pod updates may not change fields other than/);
      const selected = await kubectl([
        'get',
        'pods',
        '--field-selector=status.phase=Pending,spec.nodeName=',
        '-o',
        'name',
      ]);
      assert.equal(selected, 'pod/one\n');
      assert.match(await kubectl(['delete', 'pod', 'one']), /"one" deleted\n$/);
    });

    it('shows warnings about discouraged fields of a manifest', async () => {
      const env = ['1', '2'].map((value) => ({ name: 'A', value }));
      const spec = { ...POD.spec, containers: [{ name: 'a', image: 'busybox:1', env }] };
      const { code, err } = await kubectl.attempt(['apply', '-f', '-'], {
        input: JSON.stringify({ ...POD, metadata: { name: 'warned' }, spec }),
      });
      assert.equal(code, 0, err);
      assert.match(err, /^Warning: spec\.containers\[0\]\.env\[1\]: hides previous definition of "A"/m);
      await kubectl(['delete', 'pod', 'warned']);
    });

    it('honours the grace period of a pod on a node, and shortens it', async () => {
      const pod = { ...POD, metadata: { name: 'slow' }, spec: { ...POD.spec, nodeName: 'n' } };
      await kubectl(['create', '-f', '-'], { input: JSON.stringify(pod) });
      await kubectl(['delete', 'pod', 'slow', '--wait=false']);
      const [row = []] = readTable(await kubectl(['get', 'pod', 'slow']));
      assert.equal(Object.fromEntries(row)['STATUS'], 'Terminating');
      await kubectl(['delete', 'pod', 'slow', '--wait=false', '--grace-period=5']);
      assert.equal(await field('pod/slow', '.metadata.deletionGracePeriodSeconds'), '5');
      await kubectl(['delete', 'pod', 'slow', '--force', '--grace-period=0']);
      assert.match((await kubectl.attempt(['get', 'pod', 'slow'])).err, /pods "slow" not found/);
    });

    it('drains a node', async () => {
      const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };
      const spec = { ...POD.spec, nodeName: 'n1', terminationGracePeriodSeconds: 0 };
      const pod = { ...POD, metadata: { name: 'bound' }, spec };
      for (const object of [node, pod]) await kubectl(['create', '-f', '-'], { input: JSON.stringify(object) });
      assert.match(await kubectl(['drain', 'n1', '--force']), /^node\/n1 (?:drained|evicted|deleted)$/m);
      assert.equal(await field('node/n1', '.spec.unschedulable'), 'true');
      assert.equal(await kubectl(['get', 'pods', '--field-selector=spec.nodeName=n1', '-o', 'name']), '');
      await kubectl(['delete', 'node', 'n1']);
    });

    it('explains nested fields of a pod', async () => {
      const containers = await kubectl(['explain', 'pod.spec.containers']);
      assert.match(containers, /^ +livenessProbe\t<(?:Probe|Object)>$/m);
      const probe = await kubectl(['explain', 'deployment.spec.template.spec.containers.livenessProbe.httpGet']);
      assert.match(probe, /^ +scheme\t<string>$/m);
    });
  });
}
