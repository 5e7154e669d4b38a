import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';

interface Answer {
  readonly status: number;
  readonly message: unknown;
  readonly object: JsonObject;
}

describe('LimitRange and RuntimeClass', () => {
  let api: TestApi;
  let namespaces = 0;
  let namespace = '';
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    namespace = `n-${++namespaces}`;
    await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
  });
  const create = async (path: string, body: object): Promise<Answer> => {
    const { status, json } = await api.request('POST', path, { body: { ...body } });
    return { status, message: json['message'], object: plain(json) as JsonObject };
  };
  const within = (resource: string): string => `/api/v1/namespaces/${namespace}/${resource}`;
  const createRange = (...limits: object[]) => create(within('limitranges'), { spec: { limits } });
  const createPod = (resources: object, spec: object = {}) =>
    create(within('pods'), {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
    });

  it('has the defaults of containers, and a UUID as its name', async () => {
    const { object } = await createRange({ type: 'Container', max: { cpu: '2' }, min: { memory: '1Gi' } });
    assert.deepEqual((object['spec'] as JsonObject)['limits'], [
      {
        type: 'Container',
        max: { cpu: '2' },
        min: { memory: '1Gi' },
        default: { cpu: '2' },
        defaultRequest: { cpu: '2', memory: '1Gi' },
      },
    ]);
    assert.match(JSON.stringify((object['metadata'] as JsonObject)['name']), /^"[0-9a-f-]{36}"$/);
  });

  it('refuses limits that contradict each other', async () => {
    const limits = [{ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' }, default: { cpu: '1' } }];
    const answer = await api.request('POST', within('limitranges'), {
      body: { metadata: { name: 'r' }, spec: { limits } },
    });
    assert.deepEqual(refusals(answer), [
      "FieldValueForbidden spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
      'FieldValueInvalid spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    ]);
  });

  it('gives containers what they lack', async () => {
    await createRange({ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m', memory: '1Gi' } });
    const { object } = await createPod({ requests: { memory: '2Gi' } });
    const { spec, metadata } = object as { spec: { containers: JsonObject[] }; metadata: JsonObject };
    assert.deepEqual(spec.containers[0]?.['resources'], {
      requests: { cpu: '500m', memory: '2Gi' },
      limits: { cpu: '1' },
    });
    assert.deepEqual(metadata['annotations'], {
      'kubernetes.io/limit-ranger': 'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
    });
  });

  const refused: [item: object, resources: object, message: string][] = [
    [
      { type: 'Container', min: { cpu: '1' } },
      { requests: { cpu: '500m' } },
      'minimum cpu usage per Container is 1, but request is 500m',
    ],
    [{ type: 'Pod', min: { cpu: '1' } }, {}, 'minimum cpu usage per Pod is 1.  No request is specified'],
    [{ type: 'Pod', max: { cpu: '1' } }, { limits: { cpu: '2' } }, 'maximum cpu usage per Pod is 1, but limit is 2'],
    [
      { type: 'Pod', maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '1' }, limits: { cpu: '2500m' } },
      'cpu max limit to request ratio per Pod is 2, but provided ratio is 2.500000',
    ],
    [
      { type: 'Pod', min: { cpu: '1' }, max: { memory: '1Gi' } },
      {},
      '[minimum cpu usage per Pod is 1.  No request is specified, maximum memory usage per Pod is 1Gi.  No limit is specified]',
    ],
  ];
  for (const [item, resources, message] of refused) {
    it(`${JSON.stringify(item)} refuses ${JSON.stringify(resources)}`, async () => {
      await createRange(item);
      const answer = await createPod(resources);
      assert.deepEqual([answer.status, answer.message], [403, `pods "p" is forbidden: ${message}`]);
    });
  }

  it('limits the size of claims', async () => {
    await createRange({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } });
    const claim = (storage: string) =>
      create(within('persistentvolumeclaims'), {
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
      });
    const text = 'maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi';
    assert.equal((await claim('2Gi')).message, `persistentvolumeclaims "c" is forbidden: ${text}`);
    assert.equal((await claim('1Gi')).status, 201);
  });

  it('gives pods the overhead and the nodes of their class', async () => {
    const tolerations = [{ key: 'a', operator: 'Exists' }];
    await create(CLASSES, {
      metadata: { name: 'fast' },
      handler: 'h',
      overhead: { podFixed: { cpu: '100m' } },
      scheduling: { nodeSelector: { a: 'b' }, tolerations },
    });
    const own = [{ key: 'a', operator: 'Equal', value: 'x' }];
    const { object } = await createPod({}, { runtimeClassName: 'fast', nodeSelector: { c: 'd' }, tolerations: own });
    const spec = object['spec'] as JsonObject;
    assert.deepEqual(
      [spec['overhead'], spec['nodeSelector'], spec['tolerations']],
      [{ cpu: '100m' }, { a: 'b', c: 'd' }, tolerations],
    );
  });

  const contradicting: [spec: object, message: RegExp][] = [
    [{ runtimeClassName: 'none' }, /pod rejected: RuntimeClass "none" not found$/],
    [
      { runtimeClassName: 'fast', overhead: { cpu: '1' } },
      /Pod's Overhead doesn't match RuntimeClass's defined Overhead$/,
    ],
    [{ overhead: { cpu: '1' } }, /Pod Overhead set without corresponding RuntimeClass defined Overhead$/],
    [
      { runtimeClassName: 'fast', nodeSelector: { a: 'c' } },
      /conflict: runtimeClass\.scheduling\.nodeSelector\[a\] = b; pod\.spec\.nodeSelector\[a\] = c$/,
    ],
  ];
  for (const [spec, message] of contradicting) {
    it(`refuses a pod with ${JSON.stringify(spec)}`, async () => {
      const answer = await createPod({}, spec);
      assert.equal(answer.status, 403);
      assert.match(JSON.stringify(answer.message).replaceAll('\\"', '"').slice(1, -1), message);
    });
  }
});
