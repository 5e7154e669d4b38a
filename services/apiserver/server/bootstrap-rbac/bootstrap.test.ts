import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { authenticatedUser, anonymousUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';

const CLUSTER = '/apis/rbac.authorization.k8s.io/v1';
/** Names of all cluster roles. */
const CLUSTER_ROLES = [
  'admin',
  'cluster-admin',
  'edit',
  'system:admission-service',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'system:auth-delegator',
  'system:basic-user',
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient',
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
  'system:certificates.k8s.io:kube-apiserver-client-approver',
  'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver',
  'system:certificates.k8s.io:kubelet-serving-approver',
  'system:certificates.k8s.io:legacy-unknown-approver',
  'system:controller:attachdetach-controller',
  'system:controller:certificate-controller',
  'system:controller:clusterrole-aggregation-controller',
  'system:controller:cronjob-controller',
  'system:controller:daemon-set-controller',
  'system:controller:deployment-controller',
  'system:controller:device-taint-eviction-controller',
  'system:controller:disruption-controller',
  'system:controller:endpoint-controller',
  'system:controller:endpointslice-controller',
  'system:controller:endpointslicemirroring-controller',
  'system:controller:ephemeral-volume-controller',
  'system:controller:expand-controller',
  'system:controller:generic-garbage-collector',
  'system:controller:horizontal-pod-autoscaler',
  'system:controller:job-controller',
  'system:controller:legacy-service-account-token-cleaner',
  'system:controller:namespace-controller',
  'system:controller:node-controller',
  'system:controller:persistent-volume-binder',
  'system:controller:pod-garbage-collector',
  'system:controller:pv-protection-controller',
  'system:controller:pvc-protection-controller',
  'system:controller:replicaset-controller',
  'system:controller:replication-controller',
  'system:controller:resource-claim-controller',
  'system:controller:resourcequota-controller',
  'system:controller:root-ca-cert-publisher',
  'system:controller:route-controller',
  'system:controller:selinux-warning-controller',
  'system:controller:service-account-controller',
  'system:controller:service-cidrs-controller',
  'system:controller:service-controller',
  'system:controller:statefulset-controller',
  'system:controller:tokens-controller',
  'system:controller:ttl-after-finished-controller',
  'system:controller:ttl-controller',
  'system:controller:validatingadmissionpolicy-status-controller',
  'system:controller:volumeattributesclass-protection-controller',
  'system:discovery',
  'system:heapster',
  'system:kube-aggregator',
  'system:kube-controller-manager',
  'system:kube-dns',
  'system:kube-scheduler',
  'system:kubelet-api-admin',
  'system:monitoring',
  'system:node',
  'system:node-bootstrapper',
  'system:node-problem-detector',
  'system:node-proxier',
  'system:persistent-volume-provisioner',
  'system:public-info-viewer',
  'system:service-account-issuer-discovery',
  'system:volume-scheduler',
  'view',
];

/** Cluster roles without a binding. */
const UNBOUND = [
  'admin',
  'edit',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'system:auth-delegator',
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient',
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
  'system:certificates.k8s.io:kube-apiserver-client-approver',
  'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver',
  'system:certificates.k8s.io:kubelet-serving-approver',
  'system:certificates.k8s.io:legacy-unknown-approver',
  'system:heapster',
  'system:kube-aggregator',
  'system:kubelet-api-admin',
  'system:node',
  'system:node-bootstrapper',
  'system:node-problem-detector',
  'system:persistent-volume-provisioner',
  'view',
];

describe('bootstrap roles', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const names = async (resource: string): Promise<string[]> => {
    const { json } = await api.request('GET', `${CLUSTER}/${resource}`);
    return (json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  };

  it('are those of Kubernetes, and of the programs of this project', async () => {
    assert.deepEqual(await names('clusterroles'), CLUSTER_ROLES);
    const bound = CLUSTER_ROLES.filter((name) => !UNBOUND.includes(name));
    assert.deepEqual(await names('clusterrolebindings'), bound);
    const inSystem = [
      'system::leader-locking-kube-controller-manager',
      'system::leader-locking-kube-scheduler',
      'system:controller:cloud-provider',
      'system:controller:lease-expiry',
      'system:controller:token-cleaner',
      'system:kube-controller-manager',
    ];
    assert.deepEqual(await names('roles'), ['extension-apiserver-authentication-reader', ...inSystem]);
    assert.deepEqual(await names('rolebindings'), ['system::extension-apiserver-authentication-reader', ...inSystem]);
  });

  it('let only bound subjects read the ConfigMap extension-apiserver-authentication', async () => {
    const { json } = await api.request(
      'GET',
      `${CLUSTER}/namespaces/kube-system/roles/extension-apiserver-authentication-reader`,
    );
    const [verbs, resourceNames] = [['get', 'list', 'watch'], ['extension-apiserver-authentication']];
    assert.deepEqual(plain(json['rules']), [{ verbs, apiGroups: [''], resources: ['configmaps'], resourceNames }]);
  });

  it('have the bootstrapping label, and aggregation labels', async () => {
    const { json } = await api.request('GET', `${CLUSTER}/clusterroles/edit`);
    const { labels, annotations } = json['metadata'] as JsonObject;
    assert.deepEqual(plain(labels), {
      'kubernetes.io/bootstrapping': 'rbac-defaults',
      'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
    });
    assert.deepEqual(plain(annotations), { 'rbac.authorization.kubernetes.io/autoupdate': 'true' });
    const matchLabels = { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' };
    assert.deepEqual(plain(json['aggregationRule']), { clusterRoleSelectors: [{ matchLabels }] });
  });

  it('have aggregated rules without a controller', async () => {
    const rulesOf = async (name: string): Promise<string[]> => {
      const { json } = await api.request('GET', `${CLUSTER}/clusterroles/${name}`);
      const { rules } = json;
      assert.ok(Array.isArray(rules));
      return rules.map((rule) => JSON.stringify(rule));
    };
    const admin = new Set(await rulesOf('admin'));
    for (const part of ['admin', 'edit', 'view']) {
      for (const rule of await rulesOf(`system:aggregate-to-${part}`)) assert.ok(admin.has(rule), rule);
    }
  });

  it('let only bound subjects create TokenReviews and SubjectAccessReviews', async () => {
    const { json } = await api.request('GET', `${CLUSTER}/clusterroles/system:auth-delegator`);
    assert.deepEqual(plain(json['rules']), [
      { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'] },
      { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'] },
    ]);
  });

  const ann = authenticatedUser('ann');
  const robot = authenticatedUser('system:serviceaccount:a:b', ['system:serviceaccounts', 'system:serviceaccounts:a']);
  const probe = authenticatedUser('probe', ['system:monitoring']);
  const paths: readonly (readonly [path: string, allowed: readonly string[]])[] = [
    ['/version', ['anybody', 'ann', 'robot', 'probe']],
    ['/api', ['ann', 'robot', 'probe']],
    ['/apis/apps/v1', ['ann', 'robot', 'probe']],
    ['/openapi/v2', ['ann', 'robot', 'probe']],
    ['/.well-known/openid-configuration', ['robot']],
    ['/metrics', ['probe']],
    ['/', []],
  ];
  for (const [path, allowed] of paths) {
    it(`let ${allowed.join(', ') || 'no user'} get ${path}`, async () => {
      for (const [name, user] of Object.entries({ anybody: anonymousUser, ann, robot, probe })) {
        const { status } = await api.request('GET', path, { user });
        assert.equal(status !== 403, allowed.includes(name), name);
      }
    });
  }
});

describe('a restart', () => {
  /** Starts a second server over the store of a first one, after changes. */
  async function restarted(change: (api: TestApi) => Promise<void>, look: (api: TestApi) => Promise<void>) {
    const first = await startTestApi();
    try {
      await change(first);
      await look(await startTestApi({ store: first.store }));
    } finally {
      await first.close();
    }
  }

  const merge = async (api: TestApi, path: string, body: JsonValue): Promise<void> => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status, message } = await api.request('PATCH', `${CLUSTER}/${path}`, { body, headers });
    assert.equal(status, 200, message);
  };
  const read = async (api: TestApi, path: string): Promise<JsonObject> =>
    (await api.request('GET', `${CLUSTER}/${path}`)).json;

  const basic = 'clusterroles/system:basic-user';
  const extra = { verbs: ['get'], apiGroups: [''], resources: ['nodes'] };

  it('changes no object that is complete', async () => {
    const versions = async (api: TestApi): Promise<unknown> => {
      const lists = await Promise.all(['clusterroles', 'clusterrolebindings'].map((each) => read(api, each)));
      return plain(lists.flatMap(({ items }) => items as JsonObject[]));
    };
    let before: unknown;
    await restarted(
      async (api) => {
        before = await versions(api);
      },
      async (api) => assert.deepEqual(await versions(api), before),
    );
  });

  it('adds missing rules to a role and keeps additional ones', async () => {
    await restarted(
      (api) => merge(api, basic, { rules: [extra], metadata: { labels: null } }),
      async (api) => {
        const { rules, metadata } = await read(api, basic);
        assert.deepEqual(plain((rules as JsonObject[])[0]), extra);
        const text = JSON.stringify(rules);
        for (const resource of ['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews'])
          assert.ok(text.includes(resource), text);
        assert.ok(JSON.stringify(metadata).includes('rbac-defaults'));
      },
    );
  });

  it('does not change an object with autoupdate false', async () => {
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' };
    await restarted(
      (api) => merge(api, basic, { rules: [extra], metadata: { annotations } }),
      async (api) => assert.deepEqual(plain((await read(api, basic))['rules']), [extra]),
    );
  });

  it('restores the aggregation rule of a role, and computes its rules', async () => {
    await restarted(
      (api) => merge(api, 'clusterroles/view', { rules: [extra], aggregationRule: null }),
      async (api) => {
        const { rules, aggregationRule } = await read(api, 'clusterroles/view');
        assert.ok(JSON.stringify(aggregationRule).includes('aggregate-to-view'));
        assert.deepEqual(plain(rules), plain((await read(api, 'clusterroles/system:aggregate-to-view'))['rules']));
      },
    );
  });

  it('restores deleted objects and removed subjects', async () => {
    const binding = 'clusterrolebindings/system:discovery';
    await restarted(
      async (api) => {
        assert.equal((await api.request('DELETE', `${CLUSTER}/${basic}`)).status, 200);
        await merge(api, binding, { subjects: [{ kind: 'User', name: 'x', apiGroup: 'rbac.authorization.k8s.io' }] });
      },
      async (api) => {
        assert.ok('rules' in (await read(api, basic)));
        const subjects = (await read(api, binding))['subjects'] as { name: string }[];
        assert.deepEqual(
          subjects.map(({ name }) => name),
          ['x', 'system:authenticated'],
        );
      },
    );
  });

  it('restores objects in kube-system', async () => {
    const namespacePath = `namespaces/kube-system`;
    const name = 'system:controller:lease-expiry';
    await restarted(
      async (api) => {
        assert.equal((await api.request('DELETE', `${CLUSTER}/${namespacePath}/roles/${name}`)).status, 200);
        await merge(api, `${namespacePath}/rolebindings/${name}`, { subjects: [] });
      },
      async (api) => {
        const leases = { verbs: ['delete'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
        assert.deepEqual(plain((await read(api, `${namespacePath}/roles/${name}`))['rules']), [leases]);
        assert.deepEqual(plain((await read(api, `${namespacePath}/rolebindings/${name}`))['subjects']), [
          { kind: 'ServiceAccount', name: 'lease-expiry', namespace: 'kube-system' },
        ]);
      },
    );
  });

  it('replaces a binding that references another role', async () => {
    const path = 'clusterrolebindings/system:discovery';
    await restarted(
      async (api) => {
        await api.request('DELETE', `${CLUSTER}/${path}`);
        const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
        const body = { metadata: { name: 'system:discovery' }, roleRef };
        assert.equal((await api.request('POST', `${CLUSTER}/clusterrolebindings`, { body })).status, 201);
      },
      async (api) => assert.equal(((await read(api, path))['roleRef'] as JsonObject)['name'], 'system:discovery'),
    );
  });
});
