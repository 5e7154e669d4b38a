import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PODS = '/api/v1/namespaces/default/pods';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' };
const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

describe('Pod', () => {
  let api: TestApi;
  let count = 0;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const create = async (spec: object = {}, metadata: object = {}): Promise<string> => {
    const name = `pod-${++count}`;
    const body = { metadata: { name, ...metadata }, spec: { containers: [{ name: 'a', image: 'i' }], ...spec } };
    const answer = await api.request('POST', PODS, { body: body as unknown as JsonObject });
    assert.equal(answer.status, 201, answer.text);
    return name;
  };
  const get = (name: string) => api.request('GET', `${PODS}/${name}`);
  const member = ({ json }: TestResponse, name: string) => json[name] as JsonObject;
  const patch = (path: string, body: object, headers = MERGE) =>
    api.request('PATCH', `${PODS}/${path}`, { body: body as JsonObject, headers });
  const post = (path: string, body: object) => api.request('POST', `${PODS}/${path}`, { body: body as JsonObject });
  const bind = (name: string, target: object = { kind: 'Node', name: 'n1' }, metadata: object = { name }) =>
    post(`${name}/binding`, { metadata, target });

  it('is Pending at creation for any sent status, and has the generation 1', async () => {
    const body = {
      metadata: { name: 'fresh' },
      spec: { containers: [{ name: 'a', image: 'i' }] },
      status: { phase: 'Running', podIP: '1.2.3.4' },
    };
    const { json } = await api.request('POST', PODS, { body });
    assert.deepEqual(plain(json['status']), { phase: 'Pending', qosClass: 'BestEffort' });
    assert.equal((json['metadata'] as JsonObject)['generation'], 1);
  });

  it('keeps its status in writes of the pod, and its spec in writes of the status', async () => {
    const name = await create();
    const status = await patch(`${name}/status`, {
      status: { phase: 'Running', podIP: '1.1.1.1' },
      spec: { nodeName: 'x' },
    });
    assert.deepEqual(plain(status.json['status']), {
      phase: 'Running',
      qosClass: 'BestEffort',
      podIP: '1.1.1.1',
      podIPs: [{ ip: '1.1.1.1' }],
    });
    assert.equal(member(status, 'spec')['nodeName'], undefined);
    const spec = await patch(name, { status: { phase: 'Failed' }, metadata: { labels: { a: 'b' } } });
    assert.equal(member(spec, 'status')['phase'], 'Running');
  });

  it('is assigned to a node once', async () => {
    const name = await create();
    const { status, json } = await bind(name, { name: 'n1' }, { name, annotations: { a: 'b' }, labels: { l: 'm' } });
    assert.deepEqual([status, plain(json)], [201, SUCCESS]);
    const bound = await get(name);
    assert.equal(member(bound, 'spec')['nodeName'], 'n1');
    assert.deepEqual(plain(member(bound, 'metadata')['annotations']), { a: 'b' });
    assert.deepEqual(plain(member(bound, 'metadata')['labels']), { l: 'm' });
    const condition = { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' };
    assert.deepEqual(plain(member(bound, 'status')['conditions']), [condition]);
    const again = await bind(name, { name: 'n2' });
    assert.deepEqual(
      [again.status, again.message],
      [409, `Operation cannot be fulfilled on pods/binding "${name}": pod ${name} is already assigned to node "n1"`],
    );
  });

  it('is assigned to a node by a binding', async () => {
    const name = await create();
    const body = { metadata: { name }, target: { name: 'n1' } };
    const { status, json } = await api.request('POST', '/api/v1/namespaces/default/bindings', { body });
    assert.deepEqual([status, plain(json)], [201, SUCCESS]);
    assert.equal(member(await get(name), 'spec')['nodeName'], 'n1');
    for (const wrong of ['', 'a/b', 'a\u0000b', 'a'.repeat(5000)]) {
      const refused = await api.request('POST', '/api/v1/namespaces/default/bindings', {
        body: { metadata: { name: wrong }, target: { name: 'n1' } },
      });
      assert.match(refused.message, / is invalid: \[?metadata\.name: /);
    }
  });

  it('keeps the index and the transition time of PodScheduled', async () => {
    const name = await create();
    const lastTransitionTime = '2025-01-01T00:00:00Z';
    const known = { type: 'PodScheduled', status: 'True', lastTransitionTime };
    const conditions = [known, { type: 'Ready', status: 'False' }];
    await patch(`${name}/status`, { status: { conditions } });
    await bind(name);
    assert.deepEqual(plain(member(await get(name), 'status')['conditions']), conditions);
  });

  it('accepts only bindings to nodes, with the uid and name of the pod', async () => {
    const name = await create();
    assert.deepEqual(refusals(await bind(name, { kind: 'Pod' })), [
      'FieldValueNotSupported target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
      'FieldValueRequired target.name: Required value',
    ]);
    assert.match((await bind(name, { name: '../n' })).message, /target\.name: Invalid value: "\.\.\/n": a lowercase/);
    assert.equal((await bind(name, { name: 'n' }, { name, uid: 'other' })).status, 409);
    assert.equal((await bind(name, { name: 'n' }, { name: 'other' })).status, 400);
    assert.equal((await bind('none')).status, 404);
    const dry = await api.request('POST', `${PODS}/${name}/binding?dryRun=All`, {
      body: { metadata: { name }, target: { name: 'n' } },
    });
    assert.equal(dry.status, 201);
    assert.equal(member(await get(name), 'spec')['nodeName'], undefined);
  });

  const graces: [what: string, node: boolean, phase: string, query: string, seconds: number | 'gone'][] = [
    ['without a node is removed at once', false, 'Pending', '', 'gone'],
    ['on a node gets its own grace period', true, 'Running', '', 30],
    ['on a node gets the requested grace period', true, 'Running', '?gracePeriodSeconds=7', 7],
    ['on a node is removed at once with grace period 0', true, 'Running', '?gracePeriodSeconds=0', 'gone'],
    ['that has succeeded is removed at once', true, 'Succeeded', '', 'gone'],
    ['that has failed is removed at once', true, 'Failed', '?gracePeriodSeconds=7', 'gone'],
  ];
  for (const [what, node, phase, query, seconds] of graces) {
    it(`${what} on deletion`, async () => {
      const name = await create();
      if (node) await bind(name);
      await patch(`${name}/status`, { status: { phase } });
      const { status, json } = await api.request('DELETE', `${PODS}/${name}${query}`);
      assert.deepEqual([status, json['kind']], [200, 'Pod']);
      const after = await get(name);
      if (seconds === 'gone') assert.equal(after.status, 404);
      else assert.equal(member(after, 'metadata')['deletionGracePeriodSeconds'], seconds);
    });
  }

  it('is evicted with the rules of deletion', async () => {
    const name = await create();
    const eviction = (deleteOptions: object) => post(`${name}/eviction`, { metadata: { name }, deleteOptions });
    assert.equal((await eviction({ preconditions: { uid: 'other' } })).status, 409);
    assert.equal((await eviction({ dryRun: ['All'] })).status, 201);
    assert.equal((await eviction({ gracePeriodSeconds: -1 })).status, 422);
    assert.equal((await post(`${name}/eviction`, { metadata: { name: 'other' } })).status, 400);
    assert.equal((await post(`${name}/eviction`, {})).status, 400);
    assert.equal((await get(name)).status, 200);
    const former = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name } };
    assert.equal((await post(`${name}/eviction?dryRun=All`, former)).status, 201);
    assert.equal((await post(`${name}/eviction`, { ...former, apiVersion: 'policy/v1alpha1' })).status, 400);
    const { status, json } = await eviction({});
    assert.deepEqual([status, plain(json)], [201, SUCCESS]);
    assert.equal((await get(name)).status, 404);
    assert.equal((await eviction({})).status, 404);
  });

  it('accepts new ephemeral containers, and no changes of existing ones', async () => {
    const name = await create();
    const path = `${name}/ephemeralcontainers`;
    const added = await patch(
      path,
      { spec: { ephemeralContainers: [{ name: 'd', image: 'i', targetContainerName: 'a' }], hostname: 'x' } },
      STRATEGIC,
    );
    assert.equal(added.status, 200, added.text);
    const { ephemeralContainers: [container] = [], hostname } = member(added, 'spec') as {
      ephemeralContainers?: JsonObject[];
      hostname?: string;
    };
    assert.deepEqual([container?.['name'], container?.['imagePullPolicy'], hostname], ['d', 'Always', undefined]);
    const wrong: [body: object[], message: RegExp][] = [
      [[], /existing ephemeral containers "d" may not be removed/],
      [[{ name: 'd', image: 'j' }], /existing ephemeral containers "d" may not be changed/],
      [[container ?? {}, { name: 'a', image: 'i' }], /spec\.ephemeralContainers\[1\]\.name: Duplicate value: "a"/],
      [[container ?? {}, { name: 'e', image: 'i', targetContainerName: 'z' }], /targetContainerName: Not found: "z"/],
      [
        [container ?? {}, { name: 'e', image: 'i', ports: [{ containerPort: 1 }] }],
        /ports: Forbidden: cannot be set for an Ephemeral Container/,
      ],
    ];
    for (const [ephemeralContainers, message] of wrong) {
      const refused = await patch(path, { spec: { ephemeralContainers } });
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.message, message);
    }
  });

  it('has only its ephemeral containers owned by the manager that adds them', async () => {
    const name = await create();
    const ephemeralContainers = [{ name: 'd', image: 'i' }];
    const { json } = await patch(
      `${name}/ephemeralcontainers?fieldManager=debugger`,
      { metadata: { labels: { a: 'b' } }, spec: { hostname: 'x', ephemeralContainers } },
      STRATEGIC,
    );
    const { managedFields } = json['metadata'] as { managedFields: { manager: string; fieldsV1: JsonObject }[] };
    const { fieldsV1 = {} } = managedFields.find(({ manager }) => manager === 'debugger') ?? {};
    assert.deepEqual(Object.keys(fieldsV1), ['f:spec']);
    assert.deepEqual(Object.keys(fieldsV1['f:spec'] ?? {}), ['f:ephemeralContainers']);
  });

  const homeless = (name: string): string => `pod ${name} does not have a host assigned`;
  const connections: readonly (readonly [string, string, number, (name: string) => string])[] = [
    ['GET', 'log', 204, () => ''],
    ['GET', 'exec?command=ls', 400, homeless],
    ['POST', 'exec', 400, homeless],
    ['POST', 'attach', 400, homeless],
    ['POST', 'portforward', 400, homeless],
    ['GET', 'proxy', 400, () => 'address not allowed'],
    ['DELETE', 'proxy/a/b', 400, () => 'address not allowed'],
    ['GET', 'exec?dryRun=All', 400, () => 'dryRun is not supported'],
  ];
  for (const [method, path, wanted, text] of connections) {
    it(`without a node has no connection for ${method} ${path}`, async () => {
      const name = await create();
      const { status, message } = await api.request(method, `${PODS}/${name}/${path}`);
      assert.deepEqual([status, message], [wanted, text(name)]);
    });
  }
  it('has no other subresources, and no other verbs on these', async () => {
    const name = await create();
    const answers = await Promise.all(
      [
        ['GET', 'log/x'],
        ['POST', 'log'],
        ['PUT', 'exec'],
        ['GET', 'binding'],
        ['GET', 'scale'],
      ].map(([method = '', path = '']) => api.request(method, `${PODS}/${name}/${path}`)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 405, 405, 405, 404],
    );
  });

  it('has field selectors', async () => {
    const name = await create({ restartPolicy: 'Never', serviceAccountName: 'robot', schedulerName: 'mine' });
    await patch(`${name}/status`, { status: { phase: 'Running', podIP: '9.9.9.9', nominatedNodeName: 'm' } });
    for (const selector of [
      'spec.restartPolicy=Never,spec.schedulerName=mine',
      'spec.serviceAccountName=robot,status.phase=Running',
      'status.podIP=9.9.9.9,status.nominatedNodeName=m',
    ]) {
      const { json } = await api.request('GET', `${PODS}?fieldSelector=${encodeURIComponent(selector)}`);
      assert.deepEqual(
        (json['items'] as { metadata: JsonObject }[]).map(({ metadata }) => metadata['name']),
        [name],
      );
    }
    await bind(name, { name: 'far' });
    const found = async (selector: string): Promise<number> => {
      const { json } = await api.request('GET', `${PODS}?fieldSelector=${encodeURIComponent(selector)}`);
      return (json['items'] as JsonObject[]).length;
    };
    assert.equal(await found('spec.nodeName=far'), 1);
    // It goes nowhere else any more.
    assert.equal(await found('status.nominatedNodeName=m'), 0);
  });

  it('has the Table columns of kubectl get', async () => {
    const { columns, cells } = await tableRow(api, PODS, await create({ nodeName: 'n' }));
    const wide = ['IP string', 'Node string', 'Nominated Node string', 'Readiness Gates string'];
    assert.deepEqual(columns, [
      'Name string',
      'Ready string',
      'Status string',
      'Restarts string',
      'Age string',
      ...wide,
    ]);
    assert.deepEqual((cells as unknown[]).slice(1), ['0/1', 'Pending', '0', '0s', '<none>', 'n', '<none>', '<none>']);
  });

  it('shares ownership of its lists among the managers that apply it', async () => {
    const path = `${PODS}/shared`;
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const applied = (manager: string, container: object, spec: object) =>
      api.request('PATCH', `${path}?fieldManager=${manager}`, {
        body: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'shared' },
          spec: { containers: [{ name: 'a', ...container }], ...spec },
        },
        headers,
      });
    const port = (containerPort: number, protocol: string) => ({ containerPort, protocol });
    await applied(
      'one',
      { image: 'i', ports: [port(53, 'TCP'), port(53, 'UDP')], env: [{ name: 'A', value: '1' }] },
      { volumes: [{ name: 'v', emptyDir: {} }] },
    );
    const { json, status, text } = await applied('two', { image: 'i' }, { tolerations: [{ key: 'a' }] });
    assert.equal(status, 200, text);
    const [, two] = (json['metadata'] as { managedFields: { fieldsV1: object }[] }).managedFields;
    assert.deepEqual(plain(two?.fieldsV1), {
      'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:image': {} } }, 'f:tolerations': {} },
    });
    const [one] = (json['metadata'] as { managedFields: { fieldsV1: object }[] }).managedFields;
    const text1 = JSON.stringify(one?.fieldsV1);
    for (const key of [
      'k:{"containerPort":53,"protocol":"TCP"}',
      'k:{"containerPort":53,"protocol":"UDP"}',
      'k:{"name":"A"}',
      'k:{"name":"v"}',
    ]) {
      assert.ok(text1.includes(JSON.stringify(key)), `${key} is not in ${text1}`);
    }
    const refused = await applied('two', { image: 'j' }, {});
    assert.match(refused.message, /conflict with "one": \.spec\.containers\[name="a"\]\.image$/);
  });

  it('merges containers, ports and variables by their keys, and volumes by their source', async () => {
    const name = await create({
      containers: [
        { name: 'a', image: 'i' },
        { name: 'b', image: 'i' },
      ],
      volumes: [{ name: 'v', emptyDir: {} }],
    });
    const { json, status, text } = await patch(name, { spec: { containers: [{ name: 'b', image: 'j' }] } }, STRATEGIC);
    assert.equal(status, 200, text);
    assert.deepEqual(
      (json['spec'] as { containers: JsonObject[] }).containers.map(({ image }) => image),
      ['i', 'j'],
    );
    const template = '/api/v1/namespaces/default/podtemplates';
    await api.request('POST', template, {
      body: {
        metadata: { name },
        template: {
          spec: { containers: [{ name: 'a', image: 'i' }], volumes: [{ name: 'v', hostPath: { path: '/' } }] },
        },
      },
    });
    const volumes = [{ name: 'v', emptyDir: {}, $retainKeys: ['name', 'emptyDir'] }];
    const merged = await api.request('PATCH', `${template}/${name}`, {
      body: { template: { spec: { volumes } } },
      headers: STRATEGIC,
    });
    assert.deepEqual(plain((merged.json['template'] as { spec: JsonObject }).spec['volumes']), [
      { name: 'v', emptyDir: {} },
    ]);
  });
});
