import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import type { StatefulSet } from '@pilothouse/apimachinery/generated/apps/v1.js';
import { statefulSets } from '@pilothouse/kinds/apps/stateful-sets.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';
import { generationOf, nameOf, pathOf, TEMPLATE, workloads, type Resource } from './workloads.test.helper.js';

describe('each workload kind', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  const { post, make, patch } = workloads(() => api);

  const field = (strategy: string, share: string) => `spec.${strategy}.rollingUpdate.${share}`;
  const percent =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
  const strategies: [resource: Resource, strategy: object, ...errors: string[]][] = [
    [
      'deployments',
      { rollingUpdate: { maxUnavailable: 0, maxSurge: '0%' } },
      `FieldValueInvalid ${field('strategy', 'maxUnavailable')}: Invalid value: 0: may not be 0 when \`maxSurge\` is 0`,
    ],
    [
      'deployments',
      { rollingUpdate: { maxUnavailable: '101%' } },
      `FieldValueInvalid ${field('strategy', 'maxUnavailable')}: Invalid value: "101%": must not be greater than 100%`,
    ],
    [
      'deployments',
      { rollingUpdate: { maxSurge: 'x' } },
      `FieldValueInvalid ${field('strategy', 'maxSurge')}: Invalid value: "x": ${percent}`,
    ],
    [
      'deployments',
      { rollingUpdate: { maxSurge: -1 } },
      `FieldValueInvalid ${field('strategy', 'maxSurge')}: Invalid value: -1: must be greater than or equal to 0`,
    ],
    ['deployments', { rollingUpdate: { maxSurge: 0 } }],
    ['deployments', { type: 'Recreate' }],
    [
      'deployments',
      { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
      "FieldValueForbidden spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
    ],
    [
      'deployments',
      { type: 'Slowly' },
      'FieldValueNotSupported spec.strategy.type: Unsupported value: "Slowly": supported values: "Recreate", "RollingUpdate"',
    ],
    [
      'daemonsets',
      { rollingUpdate: { maxSurge: 1 } },
      `FieldValueInvalid ${field('updateStrategy', 'maxSurge')}: Invalid value: 1: may not be set when maxUnavailable is non-zero`,
    ],
    [
      'daemonsets',
      { rollingUpdate: { maxUnavailable: 0 } },
      `FieldValueRequired ${field('updateStrategy', 'maxUnavailable')}: Required value: cannot be 0 when maxSurge is 0`,
    ],
    ['daemonsets', { rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } }],
    ['daemonsets', { type: 'OnDelete' }],
    ['statefulsets', { type: 'OnDelete' }],
    ['statefulsets', { type: 'RollingUpdate' }],
    [
      'statefulsets',
      { type: 'OnDelete', rollingUpdate: {} },
      `FieldValueInvalid spec.updateStrategy.rollingUpdate: Invalid value: {"partition":0}: only allowed for updateStrategy 'RollingUpdate'`,
    ],
    [
      'statefulsets',
      { rollingUpdate: { partition: -1 } },
      `FieldValueInvalid ${field('updateStrategy', 'partition')}: Invalid value: -1: must be greater than or equal to 0`,
    ],
  ];
  for (const [resource, strategy, ...errors] of strategies) {
    it(`${resource} ${errors.length === 0 ? 'accept' : 'reject'} the update strategy ${JSON.stringify(strategy)}`, async () => {
      const name = resource === 'deployments' ? 'strategy' : 'updateStrategy';
      const answer = await post(resource, { [name]: strategy });
      assert.deepEqual(refusals(answer), errors.length === 0 ? undefined : errors);
      if (errors.length === 0) assert.equal(answer.status, 201, answer.text);
    });
  }

  it('a StatefulSet has a name that is valid in host names', async () => {
    const [dots, long] = [await post('statefulsets', {}, { name: 'a.b' }), 'a'.repeat(64)];
    assert.deepEqual(refusals(dots), ['FieldValueInvalid metadata.name: Invalid value: "a.b": must not contain dots']);
    assert.equal((await post('statefulsets', {}, { name: long })).status, 422);
    assert.equal((await post('deployments', {}, { name: 'a.b' })).status, 201);
  });

  it('a Deployment has a progressDeadlineSeconds above minReadySeconds', async () => {
    const errors = refusals(await post('deployments', { minReadySeconds: 5, progressDeadlineSeconds: 5 }));
    const text = 'Invalid value: 5: must be greater than minReadySeconds';
    assert.deepEqual(errors, [`FieldValueInvalid spec.progressDeadlineSeconds: ${text}`]);
  });

  it('a Deployment increments its generation for changed annotations', async () => {
    const name = await make('deployments');
    assert.equal(generationOf(await patch('deployments', name, { metadata: { annotations: { a: 'b' } } })), 2);
  });

  const statuses: [resource: Resource, status: object, ...errors: string[]][] = [
    [
      'deployments',
      { replicas: 1, readyReplicas: 2 },
      'FieldValueInvalid status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    ],
    [
      'deployments',
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      'FieldValueInvalid status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas',
    ],
    [
      'replicasets',
      { fullyLabeledReplicas: 1 },
      'FieldValueInvalid status.fullyLabeledReplicas: Invalid value: 1: cannot be greater than status.replicas',
    ],
    [
      'statefulsets',
      { currentReplicas: 1 },
      'FieldValueInvalid status.currentReplicas: Invalid value: 1: cannot be greater than status.replicas',
    ],
    [
      'daemonsets',
      { numberReady: -1 },
      'FieldValueInvalid status.numberReady: Invalid value: -1: must be greater than or equal to 0',
    ],
  ];
  for (const [resource, status, ...errors] of statuses) {
    it(`${resource} reject the status ${JSON.stringify(status)}`, async () => {
      assert.deepEqual(refusals(await patch(resource, `${await make(resource)}/status`, { status })), errors);
    });
  }

  it('the collisionCount does not decrease', async () => {
    const name = await make('deployments');
    await patch('deployments', `${name}/status`, { status: { collisionCount: 2 } });
    const errors = refusals(await patch('deployments', `${name}/status`, { status: { collisionCount: 1 } }));
    assert.deepEqual(errors, ['FieldValueInvalid status.collisionCount: Invalid value: 1: cannot be decremented']);
  });

  describe('a StatefulSet', () => {
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const mounting = (name: string) => ({
      ...TEMPLATE,
      spec: { containers: [{ name: 'a', image: 'i', volumeMounts: [{ name, mountPath: '/d' }] }] },
    });

    it('provides volumes from volumeClaimTemplates', async () => {
      const spec = { template: mounting('data'), volumeClaimTemplates: [claim] };
      const { json } = await post('statefulsets', spec);
      assert.deepEqual(plain((json['spec'] as JsonObject)['volumeClaimTemplates']), [
        {
          kind: 'PersistentVolumeClaim',
          apiVersion: 'v1',
          ...claim,
          spec: { ...claim.spec, volumeMode: 'Filesystem' },
          status: { phase: 'Pending' },
        },
      ]);
      assert.deepEqual(refusals(await post('statefulsets', { ...spec, template: mounting('other') })), [
        'FieldValueNotFound spec.template.spec.containers[0].volumeMounts[0].name: Not found: "other"',
      ]);
    });

    const shares: [share: number | string, ...errors: string[]][] = [
      [1],
      ['50%'],
      [0, 'FieldValueInvalid spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0'],
      [
        '101%',
        'FieldValueInvalid spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
      ],
      [
        '5%%',
        "FieldValueInvalid spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: \"5%%\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ],
    ];
    const withShare = ({ spec, ...set }: StatefulSet, maxUnavailable: number | string): StatefulSet => {
      const rollingUpdate = { ...spec.updateStrategy.rollingUpdate, maxUnavailable };
      return { ...set, spec: { ...spec, updateStrategy: { ...spec.updateStrategy, rollingUpdate } } };
    };
    it('drops maxUnavailable, since its feature gate is disabled', async () => {
      const rollingUpdate = { maxUnavailable: 1 };
      const { json } = await post('statefulsets', { updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
      const { spec } = json as StatefulSet;
      assert.equal(spec.updateStrategy.rollingUpdate?.maxUnavailable, undefined);
    });
    for (const [maxUnavailable, ...errors] of shares) {
      it(`${errors.length === 0 ? 'accepts' : 'rejects'} a maxUnavailable of ${maxUnavailable} if it was set before`, async () => {
        const { json } = await post('statefulsets', {});
        const [set, old] = [withShare(json as StatefulSet, maxUnavailable), withShare(json as StatefulSet, 2)];
        statefulSets.strategy.prepareForUpdate?.(set, old, new Date(0));
        const found = statefulSets.strategy.validate?.(set, old) ?? [];
        assert.ok(Array.isArray(found));
        assert.deepEqual(
          found.map((error) => `${error.reason} ${fieldErrorText(error)}`),
          errors,
        );
      });
    }

    it('accepts ordinals.start and its changes', async () => {
      const name = await make('statefulsets', { ordinals: { start: 5 } });
      assert.equal((await patch('statefulsets', name, { spec: { ordinals: { start: 2 } } })).status, 200);
      assert.deepEqual(refusals(await patch('statefulsets', name, { spec: { ordinals: { start: -1 } } })), [
        'FieldValueInvalid spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
      ]);
    });

    it('allows updates of replicas, template, updateStrategy and minReadySeconds only', async () => {
      const name = await make('statefulsets', { volumeClaimTemplates: [claim] });
      for (const spec of [
        { replicas: 3 },
        { template: { metadata: { labels: { more: 'x' } } } },
        { updateStrategy: { type: 'OnDelete', rollingUpdate: null } },
        { minReadySeconds: 3 },
      ]) {
        assert.equal((await patch('statefulsets', name, { spec })).status, 200, JSON.stringify(spec));
      }
      for (const spec of [{ serviceName: 'x' }, { volumeClaimTemplates: null }, { podManagementPolicy: 'Parallel' }]) {
        assert.equal((await patch('statefulsets', name, { spec })).status, 422, JSON.stringify(spec));
      }
    });
  });

  it('a DaemonSet has the deprecated annotation with the generation of its template', async () => {
    const key = 'deprecated.daemonset.template.generation';
    const of = ({ json }: TestResponse) => (json['metadata'] as { annotations: JsonObject }).annotations[key];
    const made = await post('daemonsets', {});
    const name = nameOf(made);
    const other = await patch('daemonsets', name, { spec: { minReadySeconds: 1 } });
    const template = await patch('daemonsets', name, { spec: { template: { spec: { hostname: 'h' } } } });
    assert.deepEqual([made, other, template].map(of), ['1', '1', '2']);
  });

  const wide = ['Containers string', 'Images string'];
  const columns: [resource: Resource, columns: string[], cells: unknown[]][] = [
    [
      'deployments',
      ['Ready string', 'Up-to-date string', 'Available string', 'Age string', ...wide, 'Selector string'],
      ['0/1', 0, 0, '0s', 'a', 'i:1', 'app=web'],
    ],
    [
      'replicasets',
      ['Desired integer', 'Current integer', 'Ready integer', 'Age string', ...wide, 'Selector string'],
      [1, 0, 0, '0s', 'a', 'i:1', 'app=web'],
    ],
    ['statefulsets', ['Ready string', 'Age string', ...wide], ['0/1', '0s', 'a', 'i:1']],
    [
      'daemonsets',
      [
        'Desired integer',
        'Current integer',
        'Ready integer',
        'Up-to-date integer',
        'Available integer',
        'Node Selector string',
        'Age string',
        ...wide,
        'Selector string',
      ],
      [0, 0, 0, 0, 0, '<none>', '0s', 'a', 'i:1', 'app=web'],
    ],
  ];
  for (const [resource, wanted, shown] of columns) {
    it(`${resource} have the Table columns of kubectl get`, async () => {
      const name = await make(resource);
      const table = await tableRow(api, pathOf(resource), name);
      assert.deepEqual(table, { columns: ['Name string', ...wanted], cells: [name, ...shown] });
    });
  }

  it('is not served in removed versions', async () => {
    for (const version of ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']) {
      assert.equal((await api.request('GET', `/apis/${version}/deployments`)).status, 404);
    }
  });
});
