import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StoreUnavailableError } from '@pilothouse/storage/store.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../api.test.helper.js';
import {
  changeDefinition,
  DEFINITIONS,
  widget,
  widgetDefinition,
  widgetFor,
  widgetsIn,
} from './definitions.test.helper.js';

const WIDGETS = widgetsIn('example.io');
const NAME = 'widgets.example.io';

describe('custom kinds', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  async function ok(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const { status, message, json } = await api.request(method, path, { ...(body && { body: widgetFor(path, body) }) });
    assert.ok(status < 300, `${method} ${path}: ${status} ${message}`);
    return plain(json) as JsonObject;
  }
  const namesIn = async (path: string): Promise<unknown> =>
    ((await ok('GET', path))['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name']);
  const until = async (is: () => Promise<boolean>): Promise<void> => {
    for (let attempt = 0; !(await is()); attempt++) {
      assert.ok(attempt < 400, 'it does not come');
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const isGone = async (path: string): Promise<boolean> => (await api.request('GET', path)).status === 404;

  it('are served when the creation of their definition returns', async () => {
    for (let round = 0; round < 20; round++) {
      const group = `g${round}.example.io`;
      await ok('POST', DEFINITIONS, widgetDefinition(group));
      await ok('POST', widgetsIn(group), widget('a'));
      const { resources } = await ok('GET', `/apis/${group}/v1`);
      assert.deepEqual(
        (resources as JsonObject[]).map(({ name }) => name),
        ['widgets', 'widgets/status'],
      );
    }
  });

  for (const rules of [[], [{ rule: 'self > 0' }]])
    it(`are served if bounds exceed a double, with ${rules.length} rules`, async () => {
      const size = { type: 'integer', maximum: 'MOST', 'x-kubernetes-validations': rules };
      const spec = { type: 'object', properties: { size } };
      const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
      const text = JSON.stringify(widgetDefinition('example.io', { schema })).replace('"MOST"', '9223372036854775807');
      const { status, message } = await api.request('POST', DEFINITIONS, { body: Buffer.from(text) });
      assert.equal(status, 201, message);
      await ok('POST', WIDGETS, widget('a', { size: 1 }));
      assert.equal((await api.request('DELETE', `${DEFINITIONS}/${NAME}`)).status, 200);
      await until(() => isGone(`${DEFINITIONS}/${NAME}`));
    });

  it('are served by another server whose watch has not delivered their definition yet', async () => {
    const other = await startTestApi({ store: api.store });
    for (let round = 0; round < 20; round++) {
      const group = `g${round}.example.io`;
      await ok('POST', DEFINITIONS, widgetDefinition(group));
      const path = round % 2 === 0 ? widgetsIn(group) : `/apis/${group}`;
      assert.equal((await other.request('GET', path)).status, 200);
    }
    assert.equal((await other.request('GET', widgetsIn('none.example.io'))).status, 404);
  });

  it('are in discovery while the store is unavailable', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    let isAway = false;
    const store = Object.create(api.store) as typeof api.store;
    const list: typeof store.list = async (...args) => {
      if (isAway) throw new StoreUnavailableError('refused', false);
      return api.store.list(...args);
    };
    const other = await startTestApi({ store: Object.assign(store, { list }) });
    isAway = true;
    for (const path of ['/apis', '/apis/example.io', '/apis/example.io/v1', '/openapi/v3']) {
      assert.equal((await other.request('GET', path)).status, 200, path);
    }
  });

  it('read old objects with the current schema', async () => {
    const schema = (properties: JsonObject) => ({
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    });
    const text = { type: 'string' };
    await ok('POST', DEFINITIONS, widgetDefinition('example.io', schema({ a: text, b: text })));
    await ok('POST', WIDGETS, widget('x', { a: '1', b: '2' }));
    await changeDefinition(api, NAME, (spec) => {
      Object.assign((spec['versions'] as JsonObject[])[0] ?? {}, schema({ a: text, c: { ...text, default: '3' } }));
    });
    assert.deepEqual((await ok('GET', `${WIDGETS}/x`))['spec'], { a: '1', c: '3' });
    const [item] = (await ok('GET', WIDGETS))['items'] as JsonObject[];
    assert.deepEqual([item?.['kind'], item?.['spec']], ['Widget', { a: '1', c: '3' }]);
  });

  it('have the same objects in each version', async () => {
    const [v1] = (widgetDefinition()['spec'] as JsonObject)['versions'] as JsonObject[];
    const versions = [{ ...v1 }, { ...v1, name: 'v1beta1', storage: false, deprecated: true }];
    await ok('POST', DEFINITIONS, widgetDefinition('example.io', {}, { versions }));
    const old = widgetsIn('example.io', 'v1beta1');
    await ok('POST', old, widget('x', { a: 1 }));
    const { json, headers } = await api.request('GET', `${old}/x`);
    assert.deepEqual([json['apiVersion'], plain(json['spec'])], ['example.io/v1beta1', { a: 1 }]);
    assert.equal(headers['warning'], '299 - "example.io/v1beta1 Widget is deprecated; use example.io/v1 Widget"');
    const now = await ok('GET', `${WIDGETS}/x`);
    assert.deepEqual([now['apiVersion'], now['spec']], ['example.io/v1', { a: 1 }]);
    assert.deepEqual(
      await ok('PUT', `${old}/x`, json),
      plain(json),
      'a write of the same in another version writes nothing',
    );
  });

  it('are removed with their definition, and with all objects', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    await Promise.all(Array.from({ length: 30 }, (_, index) => ok('POST', WIDGETS, widget(`w${index}`))));
    await ok('POST', WIDGETS, widget('held', {}, { finalizers: ['example.io/hold'] }));
    const deleted = await ok('DELETE', `${DEFINITIONS}/${NAME}`);
    assert.deepEqual((deleted['metadata'] as JsonObject)['finalizers'], ['customresourcecleanup.apiextensions.k8s.io']);
    await until(async () => String(await namesIn(WIDGETS)) === 'held');
    const late = await api.request('POST', WIDGETS, { body: widget('late') });
    assert.deepEqual(
      [late.status, late.message],
      [
        403,
        'widgets.example.io "late" is forbidden: create not allowed while custom resource definition is terminating',
      ],
    );
    const held = await ok('GET', `${WIDGETS}/held`);
    (held['metadata'] as JsonObject)['finalizers'] = [];
    await ok('PUT', `${WIDGETS}/held`, held);
    await until(() => isGone(`${DEFINITIONS}/${NAME}`));
    await until(() => isGone(WIDGETS));
    await ok('POST', DEFINITIONS, widgetDefinition());
    assert.deepEqual(await namesIn(WIDGETS), []);
  });

  const writeStatus = async (change: (status: JsonObject) => void): Promise<void> => {
    const definition = await ok('GET', `${DEFINITIONS}/${NAME}`);
    change(definition['status'] as JsonObject);
    await ok('PUT', `${DEFINITIONS}/${NAME}/status`, definition);
  };
  const without: readonly (readonly [title: string, change: (status: JsonObject) => void])[] = [
    ['other names', (status) => void (status['acceptedNames'] = { plural: 'others', kind: 'Other' })],
    ['no conditions', (status) => void (status['conditions'] = [])],
  ];
  for (const [title, change] of without) {
    it(`delete all objects if the definition gets a status with ${title} and is deleted`, async () => {
      await ok('POST', DEFINITIONS, widgetDefinition());
      await ok('POST', WIDGETS, widget('a'));
      await Promise.all(
        [writeStatus(change), ok('DELETE', `${DEFINITIONS}/${NAME}`)].map((each) => each.catch(() => undefined)),
      );
      await until(() => isGone(`${DEFINITIONS}/${NAME}`));
      await ok('POST', DEFINITIONS, widgetDefinition());
      assert.deepEqual(await namesIn(WIDGETS), []);
    });

    it(`are served again after a client wrote a status with ${title}`, async () => {
      await ok('POST', DEFINITIONS, widgetDefinition());
      await ok('POST', WIDGETS, widget('a'));
      const before = (await ok('GET', `${DEFINITIONS}/${NAME}`))['status'] as JsonObject;
      await writeStatus(change);
      await until(async () => {
        const { acceptedNames, conditions } = (await ok('GET', `${DEFINITIONS}/${NAME}`))['status'] as JsonObject;
        return isDeepStrictEqual(acceptedNames, before['acceptedNames']) && (conditions as JsonObject[]).length === 2;
      });
      await until(async () => !(await isGone(`${WIDGETS}/a`)));
    });
  }

  it('get names after the definition that had them is deleted', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    const names = { plural: 'gadgets', kind: 'Widget', shortNames: ['gd'] };
    const other = { ...widgetDefinition('example.io', {}, { names }), metadata: { name: 'gadgets.example.io' } };
    const reasonsOf = ({ status }: JsonObject) =>
      ((status as JsonObject)['conditions'] as JsonObject[]).map(({ type, reason }) =>
        [type as string, reason as string].join(': '),
      );
    const refused = await ok('POST', DEFINITIONS, other);
    assert.deepEqual(reasonsOf(refused), ['NamesAccepted: ListKindConflict', 'Established: NotAccepted']);
    assert.ok(await isGone('/apis/example.io/v1/gadgets'));
    await ok('DELETE', `${DEFINITIONS}/${NAME}`);
    await until(async () => !(await isGone('/apis/example.io/v1/gadgets')));
    const now = await ok('GET', `${DEFINITIONS}/gadgets.example.io`);
    assert.deepEqual(reasonsOf(now), ['NamesAccepted: NoConflicts', 'Established: InitialNamesAccepted']);
  });

  it('have one accepted definition if two servers accept a kind concurrently', async () => {
    const other = await startTestApi({ store: api.store });
    const reasonsOf = ({ json }: TestResponse): string[] =>
      ((json['status'] as JsonObject)['conditions'] as JsonObject[]).map(({ reason }) => reason as string);
    const isAccepted = (answer: TestResponse): boolean => reasonsOf(answer).includes('NoConflicts');
    let races = 0;
    for (let round = 0; round < 5; round++) {
      const group = `g${round}.example.io`;
      const names = { plural: 'gadgets', kind: 'Widget' };
      const gadgets = { ...widgetDefinition(group, {}, { names }), metadata: { name: `gadgets.${group}` } };
      const answers = await Promise.all([
        api.request('POST', DEFINITIONS, { body: widgetDefinition(group) }),
        other.request('POST', DEFINITIONS, { body: gadgets }),
      ]);
      if (answers.every(isAccepted)) races += 1;
      const now = (): Promise<TestResponse[]> =>
        Promise.all(['widgets', 'gadgets'].map((plural) => api.request('GET', `${DEFINITIONS}/${plural}.${group}`)));
      await until(async () => (await now()).filter(isAccepted).length === 1);
      await until(async () => {
        const paths = ['widgets', 'gadgets'].map((plural) => `/apis/${group}/v1/${plural}`);
        const answered = await Promise.all(
          [api, other].flatMap((server) => paths.map((path) => server.request('GET', path))),
        );
        return isDeepStrictEqual(
          answered.map(({ status }) => status).sort((a, b) => a - b),
          [200, 200, 404, 404],
        );
      });
      const [loser] = (await now()).filter((answer) => !isAccepted(answer));
      assert.deepEqual(loser && reasonsOf(loser), ['ListKindConflict', 'NotAccepted']);
    }
    assert.ok(races > 0, 'the servers never accept both');
    await other.close();
  });

  it('are not served if the definition is unreadable, and are removed with their objects', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    await ok('POST', WIDGETS, widget('a'));
    const key = `/apiextensions.k8s.io/customresourcedefinitions/${NAME}`;
    const { entry } = await api.store.get(key);
    assert.ok(entry);
    const text = Buffer.from(entry.value).toString();
    // With another generation, since a state that serves the same keeps the kind.
    const broken = text.replace('"storage":true', '"storage":false').replace('"generation":1', '"generation":2');
    assert.equal(broken.length, text.length + 1);
    assert.ok((await api.store.update(key, Buffer.from(broken), entry.revision)).ok);
    const other = await startTestApi({ store: api.store });
    assert.equal((await other.request('GET', WIDGETS)).status, 404);
    assert.equal((await other.request('GET', `${DEFINITIONS}/${NAME}`)).status, 200);
    assert.equal((await other.request('DELETE', `${DEFINITIONS}/${NAME}`)).status, 200);
    await until(() => isGone(`${DEFINITIONS}/${NAME}`));
    assert.deepEqual((await api.store.list('/example.io/widgets/')).entries, []);
    await other.close();
  });

  it('are removed with all objects, including those at page boundaries with a common name prefix', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    const names = Array.from({ length: 499 }, (_, index) => `a${1000 + index}`).concat('b', 'b-1', 'b.2', 'b3');
    await Promise.all(names.map((name) => ok('POST', WIDGETS, widget(name))));
    await ok('DELETE', `${DEFINITIONS}/${NAME}`);
    await until(() => isGone(`${DEFINITIONS}/${NAME}`));
    assert.deepEqual((await api.store.list('/example.io/widgets/')).entries, []);
  });

  it('end their watches when they change, and clients resume them', async () => {
    await ok('POST', DEFINITIONS, widgetDefinition());
    const { metadata } = await ok('GET', WIDGETS);
    const from = (metadata as JsonObject)['resourceVersion'] as string;
    const events = api.watch(`${WIDGETS}?watch=1&resourceVersion=${from}`);
    await ok('POST', WIDGETS, widget('a'));
    const { value: first } = await events.next();
    assert.equal((first as JsonObject)['type'], 'ADDED');
    await changeDefinition(api, NAME, (spec) => Object.assign(spec['names'] as JsonObject, { shortNames: ['wd'] }));
    assert.equal((await events.next()).done, true);
    await ok('POST', WIDGETS, widget('b'));
    const resumed = api.watch(`${WIDGETS}?watch=1&resourceVersion=${from}`);
    const names = [];
    for await (const { object } of resumed) {
      names.push(((object as JsonObject)['metadata'] as JsonObject)['name']);
      if (names.length === 2) break;
    }
    assert.deepEqual(names, ['a', 'b']);
  });

  it('delete objects that are created while their definition is deleted', async () => {
    for (let round = 0; round < 5; round++) {
      await ok('POST', DEFINITIONS, widgetDefinition());
      const creations = Array.from({ length: 20 }, async (_, index) => {
        if (index % 4 === 0) await new Promise((done) => setImmediate(done));
        return api.request('POST', WIDGETS, { body: widget(`w${index}`) });
      });
      await ok('DELETE', `${DEFINITIONS}/${NAME}`);
      await Promise.all(creations);
      await until(() => isGone(`${DEFINITIONS}/${NAME}`));
      const left = await api.store.list('/example.io/widgets/');
      assert.deepEqual(left.entries, []);
    }
  });
});
