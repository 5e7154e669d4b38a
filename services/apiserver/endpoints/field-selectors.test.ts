import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { ALL_FEATURES } from '../features/all-features.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';

const namesIn = ({ items }: JsonObject): string[] =>
  (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);

describe('field selectors', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ isServed: () => true, features: ALL_FEATURES });
    for (const [name, type] of [
      ['a', 'example.org/x'],
      ['b', 'example.org/x'],
      ['c', 'x,y=z\\'],
    ]) {
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name } as JsonObject } });
      await api.request('POST', SECRETS, { body: { metadata: { name } as JsonObject, type: type ?? '' } });
    }
    await api.request('POST', '/api/v1/namespaces/kube-public/configmaps', { body: { metadata: { name: 'a' } } });
  });
  after(() => api.close());

  const list = (target: string, selector: string, more = '') =>
    api.request('GET', `${target}?fieldSelector=${encodeURIComponent(selector)}${more}`);

  const selections: readonly (readonly [target: string, selector: string, names: readonly string[]])[] = [
    [CONFIG_MAPS, '', ['a', 'b', 'c']],
    [CONFIG_MAPS, 'metadata.name=a', ['a']],
    [CONFIG_MAPS, 'metadata.name==a', ['a']],
    [CONFIG_MAPS, 'metadata.name!=a', ['b', 'c']],
    [CONFIG_MAPS, 'metadata.name=none', []],
    [CONFIG_MAPS, 'metadata.name=', []],
    [CONFIG_MAPS, 'metadata.name!=', ['a', 'b', 'c']],
    [CONFIG_MAPS, 'metadata.name=a,metadata.name=b', []],
    [CONFIG_MAPS, 'metadata.name!=a,metadata.name!=b', ['c']],
    [CONFIG_MAPS, 'metadata.namespace=default', ['a', 'b', 'c']],
    [CONFIG_MAPS, 'metadata.namespace=kube-public', []],
    [CONFIG_MAPS, ',metadata.name=a,', ['a']],
    ['/api/v1/configmaps', 'metadata.name=a', ['a', 'a']],
    ['/api/v1/configmaps', 'metadata.name=a,metadata.namespace=kube-public', ['a']],
    ['/api/v1/configmaps', 'metadata.namespace!=default', ['a']],
    ['/api/v1/namespaces', 'metadata.name=default', ['default']],
    [
      '/api/v1/namespaces',
      'status.phase=Active,metadata.name!=default',
      ['kube-node-lease', 'kube-public', 'kube-system'],
    ],
    ['/api/v1/namespaces', 'status.phase!=Active', []],
    [SECRETS, 'type=example.org/x', ['a', 'b']],
    [SECRETS, 'type!=example.org/x', ['c']],
    [SECRETS, 'type=example.org/x,metadata.name!=a', ['b']],
    [SECRETS, String.raw`type=x\,y\=z\\`, ['c']],
  ];
  for (const [target, selector, names] of selections) {
    it(`${target}: ${selector || 'nothing'} finds ${names.join(' ') || 'nothing'}`, async () => {
      const { status, json, text } = await list(target, selector);
      assert.equal(status, 200, text);
      assert.deepEqual(namesIn(json), names);
    });
  }

  const malformed: readonly (readonly [selector: string, message: string])[] = [
    ['metadata.name', `invalid selector: 'metadata.name'; can't understand 'metadata.name' (at character 1)`],
    ['metadata.name=a,b', `invalid selector: 'metadata.name=a,b'; can't understand 'b' (at character 17)`],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: = (at character 16)'],
    [String.raw`metadata.name=a\b`, String.raw`invalid field selector: invalid escape sequence: \b (at character 16)`],
  ];
  for (const [selector, text] of malformed) {
    it(`${selector} is 400`, async () => {
      const { status, message } = await list(CONFIG_MAPS, selector);
      assert.deepEqual([status, message], [400, text]);
    });
  }

  it('restrict a watch', async () => {
    const from = await api.store.currentRevision();
    for (const [name, type] of [
      ['w1', 'example.org/w'],
      ['w2', 'example.org/other'],
      ['w3', 'example.org/w'],
    ]) {
      await api.request('POST', SECRETS, { body: { metadata: { name } as JsonObject, type: type ?? '' } });
    }
    const names: unknown[] = [];
    for await (const event of api.watch(
      `${SECRETS}?watch=1&resourceVersion=${from}&fieldSelector=type%3Dexample.org/w`,
    )) {
      const { metadata } = event['object'] as { metadata: { name: string } };
      if (names.push(metadata.name) === 2) break;
    }
    assert.deepEqual(names, ['w1', 'w3']);
    await api.request('DELETE', `${SECRETS}?fieldSelector=type%3Dexample.org/w`);
    const { json } = await api.request('GET', SECRETS);
    assert.deepEqual(namesIn(json), ['a', 'b', 'c', 'w2'], 'restrict a deletecollection');
  });

  describe('of every kind', () => {
    const domain = createDomain();
    for (const { group, versions, resource, scope, selectableFields, verbs } of builtInResources(domain)) {
      const own = Object.keys(selectableFields);
      const root = group === '' ? '/api' : `/apis/${group}`;
      const namespacePath = scope === 'Namespaced' ? '/namespaces/default' : '';
      const path = `${root}/${versions[0].name}${namespacePath}/${resource}`;

      // Nodes and namespaces, which have their own fields, have no metadata.namespace.
      const namespace = scope === 'Namespaced' || own.length === 0 ? ['metadata.namespace'] : [];
      for (const field of ['metadata.name', ...namespace, ...own]) {
        it(`${resource}.${group} by ${field}`, async () => {
          for (const operator of ['=', '==', '!=']) {
            const { status, text } = await list(path, `${field}${operator}none`);
            assert.equal(status, 200, text);
          }
        });
      }

      it(`${resource}.${group} by an unknown field is 400 in a list, a watch and a deletecollection`, async () => {
        const text =
          own.length > 0
            ? 'field label not supported: spec.nope'
            : '"spec.nope" is not a known field selector: only "metadata.name", "metadata.namespace"';
        for (const [method, more] of [
          ['GET', ''],
          ['GET', '&watch=1'],
          ['DELETE', ''],
        ]) {
          if (method === 'DELETE' && !verbs.includes('deletecollection')) continue;
          if (more !== '' && !verbs.includes('watch')) continue;
          const answer = await api.request(method ?? '', `${path}?fieldSelector=spec.nope%3Dx${more}`);
          assert.deepEqual([answer.status, answer.json['reason'], answer.message], [400, 'BadRequest', text]);
        }
      });
    }
  });
});
