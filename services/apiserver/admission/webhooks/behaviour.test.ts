import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { allowed, CONFIG_MAPS, openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const EVERYTHING = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
const JSON_PATCH = { 'content-type': 'application/json-patch+json' };

interface SeenNames {
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly name: string;
  readonly subResource?: string;
  readonly object: { readonly metadata?: { readonly name?: string } };
}

describe('admission webhooks', () => {
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks();
  });
  after(() => hooks.close());
  afterEach(() => hooks.reset());

  /** The kinds and names that the webhooks have seen. */
  const seenObjects = (): readonly string[] =>
    hooks.seen.map(({ request }) => {
      const { kind: type, name, subResource = '' } = request as unknown as SeenNames;
      return `${type.group}/${type.version} ${type.kind} ${name} ${subResource}`.trim();
    });

  describe('are called', () => {
    const CASES: readonly (readonly [
      what: string,
      webhook: JsonObject,
      labels: Record<string, string>,
      calls: number,
    ])[] = [
      ['with a matching object', { objectSelector: { matchLabels: { a: 'b' } } }, { a: 'b' }, 1],
      ['not with another object', { objectSelector: { matchLabels: { a: 'b' } } }, { a: 'c' }, 0],
      [
        'with a matching namespace',
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } },
        {},
        1,
      ],
      [
        'not with another namespace',
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } },
        {},
        0,
      ],
      [
        'with true conditions',
        { matchConditions: [{ name: 'a', expression: 'object.metadata.labels.a == "b"' }] },
        { a: 'b' },
        1,
      ],
      [
        'not with a false condition',
        { matchConditions: [{ name: 'a', expression: 'request.userInfo.username != "admin"' }] },
        {},
        0,
      ],
      [
        'not with a failing condition under the policy Ignore',
        { failurePolicy: 'Ignore', matchConditions: [{ name: 'a', expression: 'object.data.a == "b"' }] },
        {},
        0,
      ],
    ];
    for (const [what, webhook, labels, calls] of CASES) {
      for (const kind of ['mutating', 'validating'] as const) {
        it(`${what} (${kind})`, async () => {
          assert.equal((await hooks.configure(kind, 'hook', webhook)).status, 201);
          assert.equal((await hooks.create('matched', { metadata: { name: 'matched', labels } })).status, 201);
          assert.equal(hooks.seen.length, calls);
          await hooks.reset();
          await hooks.api.request('DELETE', `${CONFIG_MAPS}/matched`);
        });
      }
    }

    it('with no effect of a failing condition under the policy Fail: the write is refused', async () => {
      const matchConditions = [{ name: 'a', expression: 'object.data.a == "b"' }];
      await hooks.configure('validating', 'hook', { matchConditions });
      const { status, message } = await hooks.create('failing');
      assert.equal(status, 403);
      const problem = 'expression \'object.data.a == "b"\' resulted in error: no such key: data';
      assert.equal(message, `configmaps "failing" is forbidden: ${problem}`);
      assert.equal(hooks.seen.length, 0);
    });

    it('for namespaces by their own labels, and with their name as namespace', async () => {
      await hooks.configure('validating', 'hook', {
        rules: [{ ...EVERYTHING[0], scope: 'Cluster' }],
        namespaceSelector: { matchLabels: { team: 'a' } },
      });
      const create = (name: string, labels: Record<string, string>) =>
        hooks.api.request('POST', '/api/v1/namespaces', { body: { metadata: { name, labels } } });
      assert.equal((await create('mine', { team: 'a' })).status, 201);
      assert.equal((await create('yours', { team: 'b' })).status, 201);
      assert.deepEqual(seenObjects(), ['/v1 Namespace mine']);
      assert.equal(hooks.seen[0]?.request['namespace'], 'mine');
    });

    it('for subresources', async () => {
      await hooks.api.request('POST', '/apis/apps/v1/namespaces/default/deployments', {
        body: {
          metadata: { name: 'web' },
          spec: {
            selector: { matchLabels: { a: 'b' } },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
          },
        },
      });
      await hooks.configure('validating', 'hook', { rules: [{ ...EVERYTHING[0], resources: ['deployments/scale'] }] });
      const path = '/apis/apps/v1/namespaces/default/deployments/web';
      const body = [{ op: 'replace', path: '/spec/replicas', value: 3 }];
      assert.equal((await hooks.api.request('PATCH', path, { body, headers: JSON_PATCH })).status, 200);
      assert.equal((await hooks.api.request('PATCH', `${path}/scale`, { body, headers: JSON_PATCH })).status, 200);
      assert.deepEqual(seenObjects(), ['autoscaling/v1 Scale web scale']);
      const { resource, requestSubResource } = hooks.seen[0]?.request ?? assert.fail();
      assert.deepEqual(plain([resource, requestSubResource]), [
        { group: 'apps', version: 'v1', resource: 'deployments' },
        'scale',
      ]);
    });

    it('with a generated name only when it is known', async () => {
      await hooks.configure('validating', 'hook');
      await hooks.api.request('POST', CONFIG_MAPS, { body: { metadata: { generateName: 'made-' } } });
      const { name, object } = (hooks.seen[0]?.request ?? assert.fail()) as unknown as SeenNames;
      assert.match(name, /^made-/);
      assert.equal(name, object.metadata?.name);
    });

    it('at the same time, if they validate', async () => {
      let waiting: (() => void)[] = [];
      hooks.handle('both', async (review) => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 2) return;
          for (const each of waiting) each();
          waiting = [];
        });
        return allowed(review);
      });
      const { url } = hooks.listening;
      const { certPem } = await hooks.workshop.certificate();
      const clientConfig = { url: `${url}/both`, caBundle: Buffer.from(certPem).toString('base64') };
      await hooks.configure('validating', 'one', { clientConfig });
      await hooks.configure('validating', 'two', { clientConfig });
      assert.equal((await hooks.create('parallel')).status, 201);
      assert.equal(hooks.seen.length, 2);
    });
  });

  describe('of a dry run', () => {
    it('are called if they have no effects', async () => {
      await hooks.configure('validating', 'hook', { sideEffects: 'NoneOnDryRun' });
      assert.equal((await hooks.create('dry', {}, '?dryRun=All')).status, 201);
      const { dryRun, options } = hooks.seen[0]?.request ?? assert.fail();
      assert.deepEqual(plain([dryRun, options]), [
        true,
        { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] },
      ]);
    });
  });

  describe('that change objects', () => {
    const appending = (name: string) => (review: Parameters<typeof patched>[0]) => {
      const { request } = review;
      const before = ((request.object?.['data'] ?? {}) as JsonObject)['log'];
      const value = `${typeof before === 'string' ? before : ''}${name}`;
      return patched(review, { op: 'add', path: '/data', value: { log: value } });
    };

    it('are called again, if they want, after later changes', async () => {
      for (const name of ['a', 'b', 'c']) hooks.handle(name, appending(name));
      await hooks.configure('mutating', 'a', { reinvocationPolicy: 'IfNeeded' });
      await hooks.configure('mutating', 'b');
      await hooks.configure('mutating', 'c', { reinvocationPolicy: 'IfNeeded' });
      const { json } = await hooks.create('again');
      // In the second round, `c` is called because of the change by `a` before it.
      assert.equal((json['data'] as JsonObject)['log'], 'abcac');
    });

    it('are not called again without a later change', async () => {
      hooks.handle('a', appending('a'));
      await hooks.configure('mutating', 'a', { reinvocationPolicy: 'IfNeeded' });
      await hooks.configure('mutating', 'b', { reinvocationPolicy: 'IfNeeded' });
      const { json } = await hooks.create('once');
      assert.equal((json['data'] as JsonObject)['log'], 'a');
      assert.deepEqual(
        hooks.seen.map(({ url }) => url.slice(1, 2)),
        ['a', 'b'],
      );
    });

    it('get defaults and lose unknown fields', async () => {
      hooks.handle('hook', (review) =>
        patched(
          review,
          { op: 'add', path: '/spec/ports/0/unknown', value: 1 },
          { op: 'add', path: '/spec/sessionAffinity', value: 'ClientIP' },
        ),
      );
      await hooks.configure('mutating', 'hook', { rules: [{ ...EVERYTHING[0], resources: ['services'] }] });
      const body = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } };
      const { status, json } = await hooks.api.request('POST', '/api/v1/namespaces/default/services', { body });
      assert.equal(status, 201);
      const { ports, sessionAffinityConfig } = plain(json['spec']) as {
        ports: object[];
        sessionAffinityConfig: unknown;
      };
      assert.deepEqual(ports, [{ port: 80, protocol: 'TCP', targetPort: 80 }]);
      assert.deepEqual(sessionAffinityConfig, { clientIP: { timeoutSeconds: 10_800 } });
    });
  });

  it('can use v1beta1', async () => {
    hooks.handle('old', (review) => ({
      ...patched(review, { op: 'add', path: '/data', value: { a: 'b' } }),
      uid: 'x',
      patchType: null,
    }));
    await hooks.configure('mutating', 'old', { admissionReviewVersions: ['v2', 'v1beta1', 'v1'] });
    const { status, json } = await hooks.create('old');
    assert.equal(status, 201);
    assert.deepEqual(plain(json['data']), { a: 'b' });
    assert.equal(hooks.seen[0]?.apiVersion, 'admission.k8s.io/v1beta1');
  });

  it('can be services', async () => {
    const { port } = hooks.listening;
    const namespace = '/namespaces/default';
    const service = { metadata: { name: 'hook' }, spec: { ports: [{ port: 443, targetPort: port }] } };
    await hooks.configure('validating', 'hook', {
      clientConfig: { service: { namespace: 'default', name: 'hook', path: '/x' } },
    });
    const failure = async (): Promise<string> => (await hooks.create('by-service')).message;
    const prefix =
      'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://hook.default.svc:443/x?timeout=10s": ';
    assert.equal(await failure(), `${prefix}service "hook" not found`);
    await hooks.api.request('POST', `/api/v1${namespace}/services`, { body: service });
    assert.equal(await failure(), `${prefix}no endpoints available for service "hook"`);
    const slice = {
      metadata: { name: 'hook', labels: { 'kubernetes.io/service-name': 'hook' } },
      addressType: 'IPv4',
      ports: [{ name: '', port }],
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: false } }],
    };
    const slices = `/apis/discovery.k8s.io/v1${namespace}/endpointslices`;
    assert.equal((await hooks.api.request('POST', slices, { body: slice })).status, 201);
    assert.equal(await failure(), `${prefix}no endpoints available for service "hook"`);
  });
});
