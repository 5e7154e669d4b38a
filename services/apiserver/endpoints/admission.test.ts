import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import { newTestService, testPlugin, type TestService } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { serviceLink } from '../admission/service-link.js';
import { startTestApi, type TestApi, type TestRequest } from '../server/api.test.helper.js';

const CORE = '/api/v1/namespaces/default';
const MAPS = `${CORE}/configmaps`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const EVERYTHING = [{ operations: ['*'], groups: ['*'], versions: ['*'], resources: ['*/*'] }] as const;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * `MUTATE CREATE ConfigMap configmaps default/a`, with the parts of the object and old object that are present, and the
 * options.
 */
const shown = (review: Review): string => {
  const { phase, operation, kind, resource, subresource, namespace, name, object, old, options, dryRun } = review;
  const { kind: type, apiVersion: _version, ...rest } = options;
  const path = subresource === '' ? resource.resource : `${resource.resource}/${subresource}`;
  const forms = [...(object ? ['new'] : []), ...(old ? ['old'] : [])].join('+');
  const given = [type as string, ...Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)];
  return `${phase} ${operation} ${kind.kind} ${path} ${namespace}/${name} ${forms} ${given.join(' ')}${dryRun ? ' dry' : ''}`;
};

describe('admission of requests', () => {
  let api: TestApi;
  let service: TestService;
  const off = new AbortController();
  before(async () => {
    service = newTestService(testPlugin('p', { rules: EVERYTHING }));
    let ids = 0;
    const link = serviceLink({
      name: 'policies',
      service,
      failurePolicy: 'Fail',
      uuid: () => `u${++ids}`,
      timing: systemTiming,
      onError: () => {},
      signal: off.signal,
    });
    // The start waits for the service's first answer.
    api = await startTestApi({ admission: { services: [link] } });
    for (const name of ['live', 'gone', 'raced']) await made(MAPS, { metadata: { name }, data: { k: 'old' } });
    await made(`${CORE}/serviceaccounts`, { metadata: { name: 'sa' } });
    await made('/api/v1/namespaces', { metadata: { name: 'ns' } });
    await made('/api/v1/namespaces/ns/configmaps', { metadata: { name: 'one' } });
  });
  after(async () => {
    off.abort();
    await api.close();
  });
  beforeEach(() => {
    service.seen.length = 0;
    service.answer = async () => ({});
  });

  async function made(path: string, body: JsonObject): Promise<void> {
    const { status, text } = await api.request('POST', path, { body });
    assert.equal(status, 201, text);
  }

  /** Lets the service mutate every object. */
  const changing = (change: (object: JsonObject) => JsonObject): void => {
    service.answer = async ({ phase, object }) =>
      phase === 'MUTATE' && object ? { allowed: true, change: { object: change(object), by: ['p'] } } : {};
  };

  const table: readonly (readonly [
    name: string,
    method: string,
    path: string,
    request: TestRequest,
    seen: readonly string[],
  ])[] = [
    [
      'create',
      'POST',
      `${MAPS}?fieldManager=m&fieldValidation=Strict`,
      { body: { metadata: { name: 'a' } } },
      ['CREATE ConfigMap configmaps default/a new CreateOptions fieldManager="m" fieldValidation="Strict"'],
    ],
    [
      'create with a generated name',
      'POST',
      MAPS,
      { body: { metadata: { generateName: 'a-' } } },
      ['CREATE ConfigMap configmaps default/ new CreateOptions'],
    ],
    [
      'dry run',
      'POST',
      `${MAPS}?dryRun=All`,
      { body: { metadata: { name: 'b' } } },
      ['CREATE ConfigMap configmaps default/b new CreateOptions dryRun=["All"] dry'],
    ],
    [
      'update',
      'PUT',
      `${MAPS}/live`,
      { body: { metadata: { name: 'live' }, data: { k: 'new' } } },
      ['UPDATE ConfigMap configmaps default/live new+old UpdateOptions'],
    ],
    [
      'patch',
      'PATCH',
      `${MAPS}/live`,
      { body: { data: { k: 'newer' } }, headers: MERGE },
      ['UPDATE ConfigMap configmaps default/live new+old UpdateOptions'],
    ],
    [
      'apply',
      'PATCH',
      `${MAPS}/live?fieldManager=m&force=true`,
      { body: { kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'newest' } }, headers: APPLY },
      ['UPDATE ConfigMap configmaps default/live new+old UpdateOptions fieldManager="m"'],
    ],
    [
      'apply that creates',
      'PATCH',
      `${MAPS}/c?fieldManager=m`,
      { body: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'c' } }, headers: APPLY },
      ['CREATE ConfigMap configmaps default/c new CreateOptions fieldManager="m"'],
    ],
    [
      'update that creates',
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/l',
      { body: { metadata: { name: 'l' } } },
      ['CREATE Lease leases default/l new CreateOptions'],
    ],
    [
      'delete with an option of an alpha gate, which is dropped',
      'DELETE',
      `${MAPS}/live?dryRun=All`,
      { body: { gracePeriodSeconds: 7, ignoreStoreReadErrorWithClusterBreakingPotential: true } },
      ['DELETE ConfigMap configmaps default/live old DeleteOptions gracePeriodSeconds=7 dryRun=["All"] dry'],
    ],
    [
      'delete',
      'DELETE',
      `${MAPS}/gone`,
      { body: { gracePeriodSeconds: 7 } },
      ['DELETE ConfigMap configmaps default/gone old DeleteOptions gracePeriodSeconds=7'],
    ],
    [
      'deletecollection',
      'DELETE',
      '/api/v1/namespaces/ns/configmaps',
      {},
      ['DELETE ConfigMap configmaps ns/one old DeleteOptions'],
    ],
    [
      'a token',
      'POST',
      `${CORE}/serviceaccounts/sa/token`,
      { body: { spec: { audiences: [] } } },
      ['CREATE TokenRequest serviceaccounts/token default/sa new CreateOptions'],
    ],
    [
      'status',
      'PUT',
      '/api/v1/namespaces/ns/status',
      { body: { metadata: { name: 'ns' } } },
      ['UPDATE Namespace namespaces/status /ns new+old UpdateOptions'],
    ],
    [
      'finalize',
      'PUT',
      '/api/v1/namespaces/ns/finalize',
      { body: { metadata: { name: 'ns' }, spec: { finalizers: ['kubernetes'] } } },
      ['UPDATE Namespace namespaces/finalize /ns new+old UpdateOptions'],
    ],
    ['a get', 'GET', `${MAPS}/live`, {}, []],
    ['a list', 'GET', MAPS, {}, []],
    [
      'a review',
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      { body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } } },
      ['CREATE SelfSubjectAccessReview selfsubjectaccessreviews / new CreateOptions'],
    ],
  ];
  for (const [name, method, path, request, seen] of table) {
    if (seen.length > 0) {
      it(`${name}: is refused in either phase, and nothing is stored`, async () => {
        for (const phase of ['MUTATE', 'VALIDATE']) {
          const before = await api.store.currentRevision();
          service.answer = async (review) =>
            review.phase === phase ? { allowed: false, by: 'p', status: { code: 0, reason: '', message: 'no' } } : {};
          const { status, message } = await api.request(method, path, request);
          assert.deepEqual([status, message], [403, 'admission plugin "p" denied the request: no']);
          assert.equal(await api.store.currentRevision(), before);
        }
      });
    }

    it(`${name}: ${seen.length === 0 ? 'skips admission' : 'is reviewed in both phases'}`, async () => {
      const { status, text } = await api.request(method, path, request);
      assert.ok(status < 300, text);
      const both = seen.flatMap((each) => [`MUTATE ${each}`, `VALIDATE ${each}`]);
      assert.deepEqual(service.seen.map(shown), both);
    });
  }

  it('changes the stored object and the response, before validation, and without field ownership', async () => {
    changing((object) => ({ ...object, data: { ...(object['data'] as JsonObject), added: 'v' } }));
    const body = { metadata: { name: 'changed' }, data: { k: 'v' } };
    const { json } = await api.request('POST', `${MAPS}?fieldManager=m`, { body });
    assert.deepEqual(plain(json['data']), { added: 'v', k: 'v' });
    const [entry] = (json['metadata'] as { managedFields: JsonObject[] }).managedFields;
    assert.deepEqual(plain(entry?.['fieldsV1']), { 'f:data': { '.': {}, 'f:k': {} } });
    const validated = service.seen.find(({ phase }) => phase === 'VALIDATE')?.object;
    assert.deepEqual(plain(validated?.['data']), { added: 'v', k: 'v' });
    service.answer = async () => ({});
    const { json: stored } = await api.request('GET', `${MAPS}/changed`);
    assert.deepEqual(plain(stored), plain(json));
  });

  it('names the plugin that made an object invalid: 422', async () => {
    changing((object) => ({ ...object, data: { '/': '' } }));
    for (const [method, path, name] of [
      ['POST', MAPS, 'bad'],
      ['PUT', `${MAPS}/live`, 'live'],
    ] as const) {
      const { status, message, json } = await api.request(method, path, { body: { metadata: { name } } });
      assert.equal(status, 422);
      assert.match(
        message,
        new RegExp(`^ConfigMap "${name}" is invalid: data\\[/\\]: .*; it was changed by the admission plugin "p"$`),
      );
      assert.equal((plain(json['details']) as { kind: string }).kind, 'ConfigMap');
    }
    assert.equal((await api.request('GET', `${MAPS}/bad`)).status, 404);
  });

  it('does not name plugins that changed nothing', async () => {
    const { message } = await api.request('POST', MAPS, { body: { metadata: { name: 'bad' }, data: { '/': '' } } });
    assert.match(message, /: a valid config key must [^;]*$/);
  });

  it('writes nothing if a plugin reverts the change', async () => {
    const before = await api.request('GET', `${MAPS}/raced`);
    service.answer = async ({ phase, old }) =>
      phase === 'MUTATE' && old ? { allowed: true, change: { object: old, by: ['p'] } } : {};
    const body = { data: { k: 'other' } };
    const { status } = await api.request('PATCH', `${MAPS}/raced`, { body, headers: MERGE });
    assert.equal(status, 200);
    assert.equal((await api.request('GET', `${MAPS}/raced`)).text, before.text);
  });

  for (const [name, method, request] of [
    ['update', 'PUT', { body: { metadata: { name: 'raced' }, data: { k: 'mine' } } }],
    ['patch', 'PATCH', { body: { data: { k: 'mine' } }, headers: MERGE }],
  ] as const) {
    it(`${name}: reviews the newer object after a conflict, and sends only the warnings of the last review`, async () => {
      let isFirst = true;
      service.answer = async ({ phase, old }) => {
        const seen = String(plain((old?.['data'] as JsonObject | undefined)?.['k']));
        if (phase === 'VALIDATE' && isFirst) {
          isFirst = false;
          const theirs = { body: { data: { k: 'theirs', n: name } }, headers: MERGE };
          assert.equal((await api.request('PATCH', `${MAPS}/raced`, theirs)).status, 200);
        }
        return { warnings: [`${phase} over ${seen}`] };
      };
      await api.request('PUT', `${MAPS}/raced`, { body: { metadata: { name: 'raced' }, data: { k: `old ${name}` } } });
      isFirst = true;
      const { status, headers } = await api.request(method, `${MAPS}/raced`, request);
      assert.equal(status, 200);
      assert.equal(headers['warning'], '299 - "MUTATE over theirs", 299 - "VALIDATE over theirs"');
    });
  }

  it('drops duplicate owner references of a plugin, with a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'live', uid: '1' };
    changing((object) => ({
      ...object,
      metadata: { ...(object['metadata'] as JsonObject), ownerReferences: [owner, owner] },
    }));
    const { headers, json } = await api.request('POST', MAPS, { body: { metadata: { name: 'owned' } } });
    assert.equal((json['metadata'] as { ownerReferences: unknown[] }).ownerReferences.length, 1);
    assert.match(headers['warning'] ?? '', /contains duplicate entries after mutating admission happens; .*: 1"$/);
  });
});

describe('disabled plugins', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ admission: { plugins: [] } });
  });
  after(() => api.close());

  it('are not called', async () => {
    const { status } = await api.request('POST', '/api/v1/namespaces/none/configmaps', {
      body: { metadata: { name: 'a' } },
    });
    assert.equal(status, 201);
  });

  it('cannot include those that protect the system', async () => {
    const path = '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical';
    assert.equal((await api.request('DELETE', path)).status, 403);
  });
});
