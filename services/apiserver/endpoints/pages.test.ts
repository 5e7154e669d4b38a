import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

interface Page {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

describe('paged lists', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
    for (const [index, name] of NAMES.entries()) {
      const labels = { odd: String(index % 2 === 1) };
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name, labels } } });
    }
  });
  afterEach(() => api.close());

  const page = async (query: string): Promise<Page> => {
    const { status, json, text } = await api.request('GET', `${CONFIG_MAPS}?${query}`);
    assert.equal(status, 200, text);
    return json as unknown as Page;
  };
  const names = ({ items }: Page): string => items.map(({ metadata }) => metadata.name).join('');
  const pages = async (query: string, between?: () => Promise<unknown>): Promise<Page[]> => {
    const all = [await page(query)];
    for (let token = all[0]?.metadata.continue; token !== undefined; token = all.at(-1)?.metadata.continue) {
      await between?.();
      all.push(await page(`${query}&continue=${token}`));
    }
    return all;
  };
  /** Each page's names and remainingItemCount. */
  const shown = (all: readonly Page[]) => all.map((each) => [names(each), each.metadata.remainingItemCount]);

  const cases: readonly (readonly [query: string, expected: readonly (readonly [string, number | undefined])[]])[] = [
    [
      'limit=3',
      [
        ['abc', 4],
        ['def', 1],
        ['g', undefined],
      ],
    ],
    ['limit=7', [['abcdefg', undefined]]],
    [
      'limit=6',
      [
        ['abcdef', 1],
        ['g', undefined],
      ],
    ],
    ['limit=0', [['abcdefg', undefined]]],
    ['limit=-1', [['abcdefg', undefined]]],
    [
      'limit=2&labelSelector=odd%3Dtrue',
      [
        ['bd', undefined],
        ['f', undefined],
      ],
    ],
    ['limit=3&labelSelector=odd%3Dtrue', [['bdf', undefined]]],
    [
      'limit=1&labelSelector=odd!%3Dtrue',
      [
        ['a', undefined],
        ['c', undefined],
        ['e', undefined],
        ['g', undefined],
      ],
    ],
    ['limit=1&fieldSelector=metadata.name%3Dc', [['c', undefined]]],
    ['limit=1&labelSelector=odd%3Dnever', [['', undefined]]],
  ];
  for (const [query, expected] of cases) {
    it(query, async () => assert.deepEqual(shown(await pages(query)), expected));
  }

  it('show the state of the first page, with remainingItemCount', async () => {
    let count = 0;
    const all = await pages('limit=2', () => {
      count += 1;
      return api.request('POST', CONFIG_MAPS, { body: { metadata: { name: `b${count}` } } });
    });
    assert.deepEqual(shown(all), [
      ['ab', 5],
      ['cd', 3],
      ['ef', 1],
      ['g', undefined],
    ]);
    assert.equal(new Set(all.map(({ metadata }) => metadata.resourceVersion)).size, 1);
  });

  it('replace a compacted token by one for the newest state', async () => {
    const first = await page('limit=3');
    await api.request('DELETE', `${CONFIG_MAPS}/d`);
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'h' } } });
    await api.store.compact(await api.store.currentRevision());
    const gone = await api.request('GET', `${CONFIG_MAPS}?limit=2&continue=${first.metadata.continue}`);
    assert.deepEqual([gone.status, gone.json['reason']], [410, 'Expired']);
    assert.match(gone.message, /^The provided continue parameter is too old/);
    const { continue: fresh } = gone.json['metadata'] as { continue: string };
    const next = await page(`limit=2&continue=${fresh}`);
    assert.deepEqual(shown([next]), [['ef', 2]]);
    assert.notEqual(next.metadata.resourceVersion, first.metadata.resourceVersion);
    const last = await page(`limit=2&continue=${next.metadata.continue}`);
    assert.deepEqual(shown([last]), [['gh', undefined]]);
  });

  it('accept a token only for its collection', async () => {
    const token = (await page('limit=1')).metadata.continue;
    for (const other of ['/api/v1/configmaps', '/api/v1/namespaces/kube-system/configmaps', '/api/v1/namespaces']) {
      const { status, message } = await api.request('GET', `${other}?continue=${token}`);
      assert.equal(status, 400);
      assert.match(message, /^continue key is not valid: /);
    }
  });
});
