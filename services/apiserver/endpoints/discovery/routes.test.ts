import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { apiGroupDiscoveryListSchema } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import {
  apiGroupListSchema,
  apiGroupSchema,
  apiResourceListSchema,
  apiVersionsSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { decodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { ask, exampleDefinitions } from './ask.test.helper.js';
import { servedGroups } from './groups.js';
import { discoveryRoutes } from './routes.js';

const domain = createDomain();
const routes = discoveryRoutes({ domain })(servedGroups(exampleDefinitions));

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const V1 = { groupVersion: 'things.example.io/v1', version: 'v1' };
const V1BETA1 = { groupVersion: 'things.example.io/v1beta1', version: 'v1beta1' };
const RBAC = { groupVersion: 'rbac.authorization.k8s.io/v1', version: 'v1' };
const THINGS = { name: 'things.example.io', versions: [V1, V1BETA1], preferredVersion: V1 };

const WIDGETS = {
  name: 'widgets',
  singularName: 'widget',
  namespaced: true,
  kind: 'Widget',
  verbs: VERBS,
  shortNames: ['wd'],
  categories: ['all'],
  storageVersionHash: 'N/ggMD1s4D8=',
};

const SUBRESOURCES = [
  { name: 'widgets/finalize', singularName: '', namespaced: true, kind: 'Widget', verbs: ['update'] },
  { name: 'widgets/status', singularName: '', namespaced: true, kind: 'Widget', verbs: ['get', 'patch', 'update'] },
];

const GADGETS = {
  name: 'gadgets',
  singularName: 'gadget',
  namespaced: true,
  kind: 'Gadget',
  verbs: VERBS,
  storageVersionHash: 'm27ifNjhWb4=',
};

const DOCUMENTS: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      {
        name: 'configmaps',
        singularName: 'configmap',
        namespaced: true,
        kind: 'ConfigMap',
        verbs: VERBS,
        shortNames: ['cm'],
        storageVersionHash: 'qFsyl6wFWjQ=',
      },
    ],
  },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [THINGS, { name: 'rbac.authorization.k8s.io', versions: [RBAC], preferredVersion: RBAC }],
  },
  '/apis/things.example.io': { kind: 'APIGroup', apiVersion: 'v1', ...THINGS },
  '/apis/things.example.io/v1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'things.example.io/v1',
    resources: [WIDGETS, ...SUBRESOURCES],
  },
  // The hash depends on the storage version and not on the served version.
  '/apis/things.example.io/v1beta1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'things.example.io/v1beta1',
    resources: [WIDGETS, ...SUBRESOURCES, GADGETS],
  },
  '/apis/rbac.authorization.k8s.io/v1': {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'rbac.authorization.k8s.io/v1',
    resources: [
      {
        name: 'clusterroles',
        singularName: 'clusterrole',
        namespaced: false,
        kind: 'ClusterRole',
        verbs: VERBS,
        storageVersionHash: 'bYE5ZWDrJ44=',
      },
    ],
  },
};

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const SCHEMAS: Readonly<Record<string, StructSchema>> = {
  APIVersions: apiVersionsSchema,
  APIGroupList: apiGroupListSchema,
  APIGroup: apiGroupSchema,
  APIResourceList: apiResourceListSchema,
};

/** With prototypes of literals, for comparison. */
const plain = (value: JsonObject): object => JSON.parse(JSON.stringify(value)) as object;

/** The values of kube-apiserver 1.32 for the same kinds. */
const STORAGE_HASHES = {
  configmaps: 'qFsyl6wFWjQ=',
  namespaces: 'Q3oi5N2YM8M=',
  secrets: 'S6u1pOWzb84=',
  serviceaccounts: 'pbx9ZvyFpBE=',
};

const AGGREGATED = 'as=APIGroupDiscoveryList';
const V2 = `application/json;g=apidiscovery.k8s.io;v=v2;${AGGREGATED}`;
const V2BETA1 = `application/json;g=apidiscovery.k8s.io;v=v2beta1;${AGGREGATED}`;
const PLAIN = 'application/json';

describe('discovery', () => {
  for (const [path, document] of Object.entries(DOCUMENTS)) {
    it(`lists the served resources at ${path}`, async () => {
      const { status, headers, text } = await ask(routes, path);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], PLAIN);
      assert.deepEqual(JSON.parse(text), document);
    });
  }

  it('has documents only for served groups and versions', () => {
    assert.deepEqual([...routes.keys()].sort(), [...Object.keys(DOCUMENTS), '/apis/rbac.authorization.k8s.io'].sort());
  });

  it("has Kubernetes' storage version hashes", async () => {
    const { text } = await ask(discoveryRoutes({ domain })(servedGroups(builtInResources(domain))), '/api/v1');
    const { resources } = JSON.parse(text) as { resources: { name: string; storageVersionHash?: string }[] };
    const hashes = new Map(resources.map(({ name, storageVersionHash }) => [name, storageVersionHash]));
    for (const [name, hash] of Object.entries(STORAGE_HASHES)) assert.equal(hashes.get(name), hash, name);
  });

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`refuses ${method} with 405`, () => refused(ask(routes, '/apis', { method }), 405));
  }

  it('answers HEAD like GET', async () => {
    const [head, get] = await Promise.all([ask(routes, '/apis', { method: 'HEAD' }), ask(routes, '/apis')]);
    assert.deepEqual(head.headers, get.headers);
    assert.equal(head.status, 200);
  });

  it('returns YAML if accepted, and 406 for other types', async () => {
    const { headers, text } = await ask(routes, '/api', { headers: { accept: 'application/yaml' } });
    assert.equal(headers['content-type'], 'application/yaml');
    assert.match(text, /^kind: APIVersions$/m);
    await refused(ask(routes, '/api', { headers: { accept: 'text/html' } }), 406);
  });

  for (const [path, document] of Object.entries(DOCUMENTS)) {
    it(`has the same content in protobuf at ${path}`, async () => {
      const { headers, bytes } = await ask(routes, path, { headers: { accept: PROTOBUF } });
      assert.equal(headers['content-type'], PROTOBUF);
      const { kind, apiVersion, raw } = decodeEnvelope(bytes);
      const schema = SCHEMAS[kind];
      assert.ok(schema, kind);
      const read = compileDecoder(schema)(compileProtobufDecoder(schema)(raw)).value;
      assert.deepEqual({ kind, ...(apiVersion !== '' && { apiVersion }), ...plain(read) }, document);
    });
  }

  it('returns indented text on request', async () => {
    const { text } = await ask(routes, '/api?pretty=true');
    assert.match(text, /^ {2}"kind": "APIVersions",$/m);
  });
});

describe('aggregated discovery', () => {
  const kind = { group: 'things.example.io', version: 'v1', kind: 'Widget' };

  it('has all groups except the core group at /apis', async () => {
    const { text } = await ask(routes, '/apis', { headers: { accept: V2 } });
    const list = JSON.parse(text) as {
      items: { metadata: object; versions: { version: string; resources: object[] }[] }[];
    };
    assert.deepEqual(
      { ...list, items: [] },
      {
        kind: 'APIGroupDiscoveryList',
        apiVersion: 'apidiscovery.k8s.io/v2',
        metadata: {},
        items: [],
      },
    );
    assert.deepEqual(
      list.items.map(({ metadata }) => metadata),
      [{ name: 'things.example.io' }, { name: 'rbac.authorization.k8s.io' }],
    );
    assert.deepEqual(
      list.items[0]?.versions.map(({ version }) => version),
      ['v1', 'v1beta1'],
    );
    assert.deepEqual(list.items[0]?.versions[0], {
      version: 'v1',
      freshness: 'Current',
      resources: [
        {
          resource: 'widgets',
          responseKind: kind,
          scope: 'Namespaced',
          singularResource: 'widget',
          verbs: VERBS,
          shortNames: ['wd'],
          categories: ['all'],
          subresources: [
            { subresource: 'finalize', responseKind: kind, verbs: ['update'] },
            { subresource: 'status', responseKind: kind, verbs: ['get', 'patch', 'update'] },
          ],
        },
      ],
    });
  });

  it('has the core group at /api, with an empty name', async () => {
    const { text } = await ask(routes, '/api', { headers: { accept: V2 } });
    const { items } = JSON.parse(text) as {
      items: { metadata: object; versions: { resources: { resource: string }[] }[] }[];
    };
    assert.deepEqual(
      items.map(({ metadata }) => metadata),
      [{}],
    );
    assert.deepEqual(
      items[0]?.versions[0]?.resources.map(({ resource }) => resource),
      ['configmaps'],
    );
  });

  /** The Accept header and the type of the response. */
  const ACCEPTS: readonly (readonly [accept: string, given: string])[] = [
    [`${V2},${V2BETA1},${PLAIN}`, V2],
    [`${V2BETA1},${V2},${PLAIN}`, V2BETA1],
    [`${V2BETA1},${PLAIN}`, V2BETA1],
    [`${V2};profile=nopeer`, V2],
    [`application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io`, V2],
    [
      `application/yaml;g=apidiscovery.k8s.io;v=v2;${AGGREGATED}`,
      `application/yaml;g=apidiscovery.k8s.io;v=v2;${AGGREGATED}`,
    ],
    [PLAIN, PLAIN],
    ['*/*', PLAIN],
    // It wins over the plain document in any order.
    [`${PLAIN},${V2};q=0.5`, V2],
    [
      `application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;${AGGREGATED},${PLAIN}`,
      `application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;${AGGREGATED}`,
    ],
    [`application/json;g=apidiscovery.k8s.io;v=v3;${AGGREGATED},${PLAIN}`, PLAIN],
    [`application/json;g=other.k8s.io;v=v2;${AGGREGATED},${PLAIN}`, PLAIN],
  ];
  for (const [accept, given] of ACCEPTS) {
    it(`is ${given} for Accept: ${accept}`, async () => {
      const { headers } = await ask(routes, '/apis', { headers: { accept } });
      assert.equal(headers['content-type'], given);
      assert.equal(headers['vary'], 'Accept');
    });
  }

  it('is 406 in an unknown version', () =>
    refused(
      ask(routes, '/apis', { headers: { accept: `application/json;g=apidiscovery.k8s.io;v=v3;${AGGREGATED}` } }),
      406,
    ));

  it('is the same in protobuf', async () => {
    const accept = `${PROTOBUF};g=apidiscovery.k8s.io;v=v2;${AGGREGATED}`;
    const { bytes } = await ask(routes, '/apis', { headers: { accept } });
    const { kind, apiVersion, raw } = decodeEnvelope(bytes);
    const schema = apiGroupDiscoveryListSchema;
    const read = compileDecoder(schema)(compileProtobufDecoder(schema)(raw)).value;
    const { text } = await ask(routes, '/apis', { headers: { accept: V2 } });
    assert.deepEqual({ kind, apiVersion, ...plain(read) }, JSON.parse(text));
  });

  it('has an entity tag, and is 304 for clients that have it', async () => {
    const first = await ask(routes, '/apis', { headers: { accept: V2 } });
    const etag = first.headers['etag'] ?? '';
    assert.match(etag, /^"[0-9A-F]{128}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(routes, '/apis', { headers: { accept: V2, 'if-none-match': known } });
      assert.deepEqual([again.status, again.bytes.length, again.headers['etag']], [304, 0, etag], known);
    }
    const other = await ask(routes, '/apis', { headers: { accept: V2, 'if-none-match': '"other"' } });
    assert.deepEqual([other.status, other.text], [200, first.text]);
  });

  it('has its types in the group of the API domain', async () => {
    const custom = createDomain({ apiDomain: 'example.org' });
    const accept = `application/json;g=apidiscovery.example.org;v=v2;${AGGREGATED}`;
    const { headers, text } = await ask(discoveryRoutes({ domain: custom })(servedGroups(exampleDefinitions)), '/api', {
      headers: { accept },
    });
    assert.equal(headers['content-type'], accept);
    assert.match(text, /"apiVersion":"apidiscovery\.example\.org\/v2"/);
  });
});

async function refused(answer: Promise<unknown>, code: number): Promise<void> {
  await assert.rejects(answer, (error) => error instanceof StatusError && error.code === code);
}
