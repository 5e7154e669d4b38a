import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

interface Listed {
  metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
  items: { metadata: { name: string; resourceVersion: string }; kind?: string }[];
}

const listed = (json: JsonObject): Listed => json as unknown as Listed;
const namesOf = (json: JsonObject): string[] => listed(json).items.map(({ metadata }) => metadata.name);

describe('reads of objects', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    for (const [name, labels] of Object.entries({
      a: { app: 'x' },
      b: { app: 'y' },
      c: { app: 'x', tier: 'z' },
      d: {},
    })) {
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name, labels }, data: { name } } });
    }
    await api.request('POST', '/api/v1/namespaces/kube-system/configmaps', { body: { metadata: { name: 'a' } } });
  });
  after(() => api.close());

  it('a list is typed: its items have no kind', async () => {
    const { json } = await api.request('GET', CONFIG_MAPS);
    assert.deepEqual([json['kind'], json['apiVersion']], ['ConfigMapList', 'v1']);
    assert.deepEqual(namesOf(json), ['a', 'b', 'c', 'd']);
    assert.ok(listed(json).items.every(({ kind }) => kind === undefined));
    assert.equal(Number(listed(json).metadata.resourceVersion), await api.store.currentRevision());
  });

  it('a list without a namespace covers all namespaces', async () => {
    assert.deepEqual(namesOf((await api.request('GET', '/api/v1/configmaps')).json), ['a', 'b', 'c', 'd', 'a']);
  });

  const selections: readonly (readonly [query: string, names: readonly string[]])[] = [
    ['labelSelector=app%3Dx', ['a', 'c']],
    ['labelSelector=app!%3Dx', ['b', 'd']],
    ['labelSelector=app in (x,y),!tier', ['a', 'b']],
    ['labelSelector=tier', ['c']],
    ['fieldSelector=metadata.name%3Db', ['b']],
    ['fieldSelector=metadata.name%3Dzz', []],
    ['fieldSelector=metadata.name%3D%00', []],
    [`fieldSelector=metadata.name%3D${'x'.repeat(5000)}`, []],
    ['fieldSelector=metadata.name!%3Db', ['a', 'c', 'd']],
    ['fieldSelector=metadata.namespace%3Dkube-system', []],
    ['labelSelector=app%3Dx&fieldSelector=metadata.name%3Db', []],
    ['labelSelector=&fieldSelector=', ['a', 'b', 'c', 'd']],
  ];
  for (const [query, names] of selections) {
    it(`?${query.slice(0, 60)}`, async () => {
      const { json } = await api.request('GET', `${CONFIG_MAPS}?${query.replaceAll(' ', '%20')}`);
      assert.deepEqual(namesOf(json), names);
    });
  }

  it('pages show one state despite concurrent writes', async () => {
    const first = (await api.request('GET', `${CONFIG_MAPS}?limit=2`)).json;
    const { metadata } = listed(first);
    assert.deepEqual([namesOf(first), metadata.remainingItemCount], [['a', 'b'], 2]);
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'bb' } } });
    await api.request('DELETE', `${CONFIG_MAPS}/bb`);
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'cc' } } });
    const second = (await api.request('GET', `${CONFIG_MAPS}?limit=2&continue=${metadata.continue}`)).json;
    assert.deepEqual(namesOf(second), ['c', 'd']);
    assert.equal(listed(second).metadata.resourceVersion, metadata.resourceVersion);
    assert.equal(listed(second).metadata.continue, undefined);
    await api.request('DELETE', `${CONFIG_MAPS}/cc`);
  });

  it('pages of a selection are full, without remainingItemCount', async () => {
    const names: string[] = [];
    let token = '';
    do {
      const query = `labelSelector=app%3Dx&limit=1${token === '' ? '' : `&continue=${token}`}`;
      const { json } = await api.request('GET', `${CONFIG_MAPS}?${query}`);
      assert.ok(namesOf(json).length <= 1);
      assert.equal(listed(json).metadata.remainingItemCount, undefined);
      names.push(...namesOf(json));
      token = listed(json).metadata.continue ?? '';
    } while (token !== '');
    assert.deepEqual(names, ['a', 'c']);
  });

  it('a compacted token is 410 with a token to continue', async () => {
    const first = (await api.request('GET', `${CONFIG_MAPS}?limit=3`)).json;
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'later' } } });
    await api.request('DELETE', `${CONFIG_MAPS}/later`);
    await api.store.compact(await api.store.currentRevision());
    const gone = await api.request('GET', `${CONFIG_MAPS}?limit=3&continue=${listed(first).metadata.continue}`);
    assert.deepEqual([gone.status, gone.json['reason']], [410, 'Expired']);
    const token = (gone.json['metadata'] as { continue: string }).continue;
    assert.deepEqual(namesOf((await api.request('GET', `${CONFIG_MAPS}?continue=${token}`)).json), ['d']);
  });

  const versions: readonly (readonly [query: string, status: number])[] = [
    ['resourceVersion=', 200],
    ['resourceVersion=0', 200],
    ['resourceVersion=1', 200],
    ['resourceVersion=1&limit=1', 410],
    ['resourceVersion=NOW&limit=1', 200],
    ['resourceVersion=NOW&resourceVersionMatch=Exact', 200],
    ['resourceVersion=1&resourceVersionMatch=NotOlderThan', 200],
    ['resourceVersion=0&resourceVersionMatch=NotOlderThan', 200],
    ['resourceVersion=0&resourceVersionMatch=Exact', 422],
    ['resourceVersionMatch=Exact', 422],
    ['resourceVersionMatch=NotOlderThan', 422],
    ['resourceVersion=1&resourceVersionMatch=Newer', 422],
    ['resourceVersion=999999', 504],
    ['resourceVersion=999999&resourceVersionMatch=Exact', 504],
    ['resourceVersion=x', 400],
    ['resourceVersion=-1', 400],
    ['limit=x', 400],
    ['continue=x', 400],
    ['continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIuLi94In0', 400],
    ['continue=TOKEN&resourceVersion=0', 200],
    ['continue=TOKEN&resourceVersion=1', 400],
    ['labelSelector=a%3D%3D%3Db', 400],
    ['fieldSelector=spec.x%3Db', 400],
  ];
  for (const [query, status] of versions) {
    it(`a list with ${query.slice(0, 60)} is ${status}`, async () => {
      const page = (await api.request('GET', `${CONFIG_MAPS}?limit=1`)).json;
      const now = String(await api.store.currentRevision());
      const filled = query.replace('NOW', now).replace('TOKEN', listed(page).metadata.continue ?? '');
      const answer = await api.request('GET', `${CONFIG_MAPS}?${filled}`);
      assert.equal(answer.status, status, answer.text);
    });
  }

  it('a future version has its own error', async () => {
    const { json, headers, message } = await api.request('GET', `${CONFIG_MAPS}/a?resourceVersion=999999`);
    assert.match(message, /Too large resource version: 999999, current: \d+/);
    assert.equal(headers['retry-after'], '1');
    assert.match(JSON.stringify(json['details']), /"reason":"ResourceVersionTooLarge"/);
  });

  const absent: readonly (readonly [method: string, path: string, status: number, message: string])[] = [
    ['GET', `${CONFIG_MAPS}/zz`, 404, 'configmaps "zz" not found'],
    ['GET', '/api/v1/namespaces/default/widgets', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v2/configmaps', 404, 'the server could not find the requested resource'],
    ['GET', '/apis/none/v1/configmaps', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v1/configmaps/a', 404, 'the server could not find the requested resource'],
    ['GET', `${CONFIG_MAPS}/a/status`, 404, 'the server could not find the requested resource'],
    ['GET', '/nothing', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v1/namespaces/default/namespaces', 404, 'the server could not find the requested resource'],
    ['DELETE', '/api/v1/namespaces/default/namespaces/a', 404, 'the server could not find the requested resource'],
    ['HEAD', `${CONFIG_MAPS}?watch=1`, 405, 'the server does not allow this method on the requested resource'],
    ['OPTIONS', CONFIG_MAPS, 405, 'the method "OPTIONS" is not supported'],
    ['POST', '/version', 405, 'the server does not allow this method on the requested resource'],
    ['POST', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
    ['DELETE', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
    ['PUT', CONFIG_MAPS, 405, 'the server does not allow this method on the requested resource'],
    ['POST', `${CONFIG_MAPS}/a`, 405, 'the server does not allow this method on the requested resource'],
    [
      'POST',
      '/api/v1/namespaces/default/status',
      405,
      'the server does not allow this method on the requested resource',
    ],
  ];
  for (const [method, path, status, text] of absent) {
    it(`${method} ${path} is ${status}`, async () => {
      const { status: actual, message } = await api.request(method, path);
      assert.deepEqual([actual, message], [status, text]);
    });
  }

  it('large responses are compressed on request', async () => {
    const data = { big: 'x'.repeat(200_000) };
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'big' }, data } });
    const headers = { 'accept-encoding': 'deflate, gzip' };
    const big = await api.request('GET', `${CONFIG_MAPS}/big`, { headers });
    assert.equal(big.headers['content-encoding'], 'gzip');
    assert.ok(big.text.length < 10_000);
    assert.equal((await api.request('GET', `${CONFIG_MAPS}/a`, { headers })).headers['content-encoding'], undefined);
    assert.equal((await api.request('GET', `${CONFIG_MAPS}/big`)).headers['content-encoding'], undefined);
    await api.request('DELETE', `${CONFIG_MAPS}/big`);
  });
});
