import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const GROUP = '/apis/networking.k8s.io/v1';
const INGRESSES = `${GROUP}/namespaces/default/ingresses`;
const CLASSES = `${GROUP}/ingressclasses`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const DEFAULT = { 'ingressclass.kubernetes.io/is-default-class': 'true' };

const pathOf = (path: string, pathType = 'Prefix') => ({
  path,
  pathType,
  backend: { service: { name: 'a', port: { number: 80 } } },
});

describe('Ingress', () => {
  let api: TestApi;
  let clock = Date.parse('2026-01-02T03:04:05Z');
  before(async () => {
    api = await startTestApi({ environment: { now: () => new Date(clock) } });
  });
  after(() => api.close());
  let count = 0;
  const create = (spec: object, metadata: object = {}) =>
    api.request('POST', INGRESSES, { body: { metadata: { name: `i${++count}`, ...metadata }, spec: { ...spec } } });
  const createClass = (name: string, annotations: JsonObject = {}) =>
    api.request('POST', CLASSES, { body: { metadata: { name, annotations }, spec: { controller: 'example.com/a' } } });

  const at = 'spec.rules[0].http.paths[0]';
  const wrong: [what: string, spec: object, errors: string[]][] = [
    [
      'neither rules nor a backend',
      {},
      ['FieldValueInvalid spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
    ],
    [
      'a path that ends with /..',
      { rules: [{ http: { paths: [pathOf('/a/..')] } }] },
      [`FieldValueInvalid ${at}.path: Invalid value: "/a/..": cannot end with '/..'`],
    ],
    [
      'an unknown path type',
      { rules: [{ http: { paths: [pathOf('/', 'Regex')] } }] },
      [
        `FieldValueNotSupported ${at}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
      ],
    ],
    [
      'an address as host',
      { rules: [{ host: '192.0.2.1' }] },
      ['FieldValueInvalid spec.rules[0].host: Invalid value: "192.0.2.1": must be a DNS name, not an IP address'],
    ],
    [
      'a backend with service and resource',
      { defaultBackend: { service: { name: 'a', port: { number: 80 } }, resource: { kind: 'a', name: 'b' } } },
      ['FieldValueInvalid spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
  ];
  for (const [what, spec, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('accepts any path with the type ImplementationSpecific', async () => {
    const spec = { rules: [{ host: '*.example.com', http: { paths: [pathOf('/a/..', 'ImplementationSpecific')] } }] };
    assert.equal((await create(spec)).status, 201);
  });

  it('increments its generation, and keeps its status in writes of the spec', async () => {
    const { json } = await create({ rules: [{ host: 'a.example.com' }] }, { name: 'counted' });
    assert.equal(structOf(json, 'metadata')['generation'], 1);
    const path = `${INGRESSES}/counted`;
    const status = { loadBalancer: { ingress: [{ ip: '2001:DB8::1' }, { hostname: 'b.example.com' }] } };
    const patched = await api.request('PATCH', `${path}/status`, { body: { status, spec: {} }, headers: MERGE });
    assert.equal(patched.status, 200, patched.message);
    assert.match(patched.headers['warning'] ?? '', /RFC 5952/);
    const spec = { tls: [{ hosts: ['a.example.com'] }] };
    const changed = await api.request('PATCH', path, { body: { spec, status: {} }, headers: MERGE });
    assert.equal(structOf(changed.json, 'metadata')['generation'], 2);
    assert.equal(changed.headers['warning'], undefined);
    const { cells } = await tableRow(api, INGRESSES, 'counted');
    assert.deepEqual((cells as string[]).slice(0, 5), [
      'counted',
      '<none>',
      'a.example.com',
      '2001:DB8::1,b.example.com',
      '80, 443',
    ]);
  });

  it('gets the newest default IngressClass, unless it names a class', async () => {
    const classOf = async (spec: object = {}, metadata: object = {}) => {
      const { json } = await create({ rules: [{}], ...spec }, metadata);
      return structOf(json, 'spec')['ingressClassName'];
    };
    assert.equal(await classOf(), undefined);
    await createClass('plain');
    assert.equal(await classOf(), undefined);
    await createClass('b-old', DEFAULT);
    clock += 1000;
    await createClass('z-new', DEFAULT);
    await createClass('c-new', DEFAULT);
    assert.equal(await classOf(), 'c-new');
    assert.equal(await classOf({ ingressClassName: 'plain' }), 'plain');
    assert.equal(await classOf({}, { annotations: { 'kubernetes.io/ingress.class': 'x' } }), undefined);
    assert.deepEqual(((await tableRow(api, CLASSES, 'c-new')).cells as string[])[0], 'c-new (default)');
  });
});
