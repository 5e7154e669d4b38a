import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';
import {
  generationOf,
  nameOf,
  RESOURCES,
  SELECTOR,
  TEMPLATE,
  workloads,
  type Resource,
} from './workloads.test.helper.js';

/** Default fields of a spec, without selector and template. */
const DEFAULTS: Readonly<Record<Resource, object>> = {
  deployments: {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
  },
  replicasets: { replicas: 1 },
  statefulsets: {
    replicas: 1,
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    podManagementPolicy: 'OrderedReady',
    serviceName: '',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
  },
  daemonsets: {
    revisionHistoryLimit: 10,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  },
};

const STATUS: Readonly<Record<Resource, object>> = {
  deployments: {},
  replicasets: { replicas: 0 },
  statefulsets: { replicas: 0, availableReplicas: 0 },
  daemonsets: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
};

describe('workloads', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  const { post, make, patch } = workloads(() => api);

  for (const resource of RESOURCES) {
    describe(resource, () => {
      it('have the defaults of Kubernetes, and an initial status for any sent status', async () => {
        const { json, status, text } = await post(resource, {}, {}, { status: { replicas: 7, observedGeneration: 3 } });
        assert.equal(status, 201, text);
        const { selector, template, ...rest } = json['spec'] as JsonObject;
        assert.deepEqual(plain(selector), SELECTOR);
        assert.deepEqual(plain(rest), DEFAULTS[resource]);
        assert.deepEqual(plain(json['status']), STATUS[resource]);
        // Fields of pods that a template lacks.
        const { spec } = plain(template) as { spec: JsonObject };
        assert.deepEqual(Object.keys(spec).sort(), [
          'containers',
          'dnsPolicy',
          'restartPolicy',
          'schedulerName',
          'securityContext',
          'terminationGracePeriodSeconds',
        ]);
      });

      it('increment the generation for changes of the spec', async () => {
        const made = await post(resource, {});
        const name = nameOf(made);
        const label = await patch(resource, name, { metadata: { labels: { a: 'b' } } });
        const spec = await patch(resource, name, { spec: { minReadySeconds: 1 } });
        const status = await patch(resource, `${name}/status`, { status: { observedGeneration: 2 } });
        const same = await patch(resource, name, { spec: { minReadySeconds: 1 } });
        assert.deepEqual([made, label, spec, status, same].map(generationOf), [1, 1, 2, 2, 2]);
        assert.equal((same.json['status'] as JsonObject)['observedGeneration'], 2);
      });

      it('keep the spec in writes of the status', async () => {
        const name = await make(resource);
        const { json } = await patch(resource, `${name}/status`, { spec: { minReadySeconds: 9 } });
        assert.equal((json['spec'] as JsonObject)['minReadySeconds'], undefined);
      });

      const kind = {
        deployments: 'deployment',
        replicasets: 'deployment',
        statefulsets: 'statefulset',
        daemonsets: 'daemonset',
      }[resource];
      const shown = '{"matchLabels":{"app":"web"}}';
      const none = `{"matchExpressions":[{"key":"app","operator":"In"}]}${resource === 'statefulsets' ? '' : ': invalid label selector'}`;
      const wrong: [what: string, spec: object, ...errors: string[]][] = [
        [
          'no selector',
          { selector: null },
          'FieldValueRequired spec.selector: Required value',
          'FieldValueInvalid spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
        ],
        [
          'an empty selector',
          { selector: {} },
          `FieldValueInvalid spec.selector: Invalid value: {}: empty selector is invalid for ${kind}`,
        ],
        [
          'a selector of other pods',
          { selector: { matchLabels: { app: 'db' } } },
          'FieldValueInvalid spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
        ],
        [
          'an invalid selector',
          { selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } },
          "FieldValueRequired spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
          ...(resource === 'daemonsets' ? [] : [`FieldValueInvalid spec.selector: Invalid value: ${none}`]),
        ],
        [
          'a restartPolicy other than Always',
          { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } },
          'FieldValueNotSupported spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        ],
        [
          'a container without an image',
          { template: { ...TEMPLATE, spec: { containers: [{ name: 'a' }] } } },
          'FieldValueRequired spec.template.spec.containers[0].image: Required value',
        ],
        [
          'ephemeral containers',
          { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, ephemeralContainers: [{ name: 'b', image: 'i' }] } } },
          'FieldValueForbidden spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template',
        ],
        [
          'negative minReadySeconds',
          { minReadySeconds: -1 },
          'FieldValueInvalid spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
        ],
      ];
      for (const [what, spec, ...errors] of wrong) {
        it(`are rejected with ${what}`, async () => assert.deepEqual(refusals(await post(resource, spec)), errors));
      }

      it('have an immutable selector', async () => {
        const name = await make(resource);
        const changed = { selector: { matchLabels: { app: 'db' } }, template: { metadata: { labels: { app: 'db' } } } };
        const errors = refusals(await patch(resource, name, { spec: changed }));
        const immutable = `FieldValueInvalid spec.selector: Invalid value: ${shown.replace('web', 'db')}: field is immutable`;
        const forbidden =
          "FieldValueForbidden spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
        assert.deepEqual(errors, [resource === 'statefulsets' ? forbidden : immutable]);
      });

      it('accept a limit of an extended resource without a request', async () => {
        const containers = [{ name: 'a', image: 'i', resources: { limits: { 'x.org/gpu': '1' } } }];
        const { json } = await post(resource, { template: { ...TEMPLATE, spec: { containers } } });
        const { template } = json['spec'] as { template: { spec: { containers: [{ resources: JsonObject }] } } };
        assert.deepEqual(plain(template.spec.containers[0].resources), { limits: { 'x.org/gpu': '1' } });
      });

      it('accept any metadata in their template', async () => {
        const name = await make(resource, { template: { ...TEMPLATE, metadata: { ...TEMPLATE.metadata, name: 'x' } } });
        const metadata = { name: 'y', creationTimestamp: null, annotations: { a: 'b' } };
        assert.equal((await patch(resource, name, { spec: { template: { metadata } } })).status, 200);
      });
    });
  }
});
