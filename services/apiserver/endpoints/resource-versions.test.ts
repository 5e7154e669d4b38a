import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

interface Listed {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

/**
 * The state is a, b, c at OLD. Then a is changed and d is added: NOW. TOKEN is a continue token at OLD after a. GONE is
 * compacted, and FUTURE does not exist yet.
 */
describe('the state of a read', () => {
  let api: TestApi;
  let versions: Readonly<Record<string, string>>;

  before(async () => {
    api = await startTestApi();
    await post('x');
    const GONE = String(await api.store.currentRevision());
    await api.request('DELETE', `${CONFIG_MAPS}/x`);
    for (const name of ['a', 'b', 'c']) await post(name);
    await api.store.compact(await api.store.currentRevision());
    const page = await list('limit=1');
    const OLD = page.metadata.resourceVersion;
    const TOKEN = page.metadata.continue ?? '';
    await api.request('PUT', `${CONFIG_MAPS}/a`, { body: { metadata: { name: 'a' }, data: { is: 'new' } } });
    await post('d');
    const NOW = String(await api.store.currentRevision());
    versions = { GONE, OLD, TOKEN, NOW, FUTURE: '999999' };
  });
  after(() => api.close());

  const post = (name: string) => api.request('POST', CONFIG_MAPS, { body: { metadata: { name } } });
  const filled = (text: string): string => text.replaceAll(/[A-Z]{3,}/g, (name) => versions[name] ?? name);
  const list = async (query: string): Promise<Listed> =>
    (await api.request('GET', `${CONFIG_MAPS}?${query}`)).json as unknown as Listed;

  const old = ['a', 'b', 'c'];
  const now = ['a', 'b', 'c', 'd'];
  const lists: readonly {
    readonly match?: 'Exact' | 'NotOlderThan' | 'Newer';
    readonly paging?: 'limit=2' | 'limit=2&continue=TOKEN' | 'continue=TOKEN';
    readonly rv?: string;
    /** The names and the version of the list, or the status and a part of its message. */
    readonly shows: readonly [readonly string[], 'OLD' | 'NOW'] | readonly [status: number, text: RegExp];
  }[] = [
    // resourceVersionMatch unset, no limit
    { shows: [now, 'NOW'] },
    { rv: '0', shows: [now, 'NOW'] },
    { rv: 'GONE', shows: [now, 'NOW'] },
    { rv: 'OLD', shows: [now, 'NOW'] },
    { rv: 'NOW', shows: [now, 'NOW'] },
    { rv: 'FUTURE', shows: [504, /Too large resource version: 999999, current: \d+/] },
    // limit
    { paging: 'limit=2', shows: [['a', 'b'], 'NOW'] },
    { paging: 'limit=2', rv: '0', shows: [['a', 'b'], 'NOW'] },
    { paging: 'limit=2', rv: 'OLD', shows: [['a', 'b'], 'OLD'] },
    { paging: 'limit=2', rv: 'NOW', shows: [['a', 'b'], 'NOW'] },
    { paging: 'limit=2', rv: 'GONE', shows: [410, /The resourceVersion for the provided list is too old/] },
    { paging: 'limit=2', rv: 'FUTURE', shows: [504, /Too large resource version/] },
    // limit and continue
    { paging: 'limit=2&continue=TOKEN', shows: [['b', 'c'], 'OLD'] },
    { paging: 'limit=2&continue=TOKEN', rv: '0', shows: [['b', 'c'], 'OLD'] },
    { paging: 'continue=TOKEN', shows: [['b', 'c'], 'OLD'] },
    {
      paging: 'limit=2&continue=TOKEN',
      rv: 'OLD',
      shows: [400, /specifying resource version is not allowed when using continue/],
    },
    // Exact
    { match: 'Exact', shows: [422, /resourceVersionMatch is forbidden unless resourceVersion is provided/] },
    { match: 'Exact', rv: '0', shows: [422, /resourceVersionMatch "exact" is forbidden for resourceVersion "0"/] },
    { match: 'Exact', rv: 'OLD', shows: [old, 'OLD'] },
    { match: 'Exact', rv: 'NOW', shows: [now, 'NOW'] },
    { match: 'Exact', rv: 'GONE', shows: [410, /The resourceVersion for the provided list is too old/] },
    { match: 'Exact', rv: 'FUTURE', shows: [504, /Too large resource version/] },
    { match: 'Exact', paging: 'limit=2', shows: [422, /forbidden unless resourceVersion is provided/] },
    { match: 'Exact', paging: 'limit=2', rv: '0', shows: [422, /forbidden for resourceVersion "0"/] },
    { match: 'Exact', paging: 'limit=2', rv: 'OLD', shows: [['a', 'b'], 'OLD'] },
    // NotOlderThan
    { match: 'NotOlderThan', shows: [422, /resourceVersionMatch is forbidden unless resourceVersion is provided/] },
    { match: 'NotOlderThan', rv: '0', shows: [now, 'NOW'] },
    { match: 'NotOlderThan', rv: 'OLD', shows: [now, 'NOW'] },
    { match: 'NotOlderThan', rv: 'GONE', shows: [now, 'NOW'] },
    { match: 'NotOlderThan', rv: 'FUTURE', shows: [504, /Too large resource version/] },
    { match: 'NotOlderThan', paging: 'limit=2', shows: [422, /forbidden unless resourceVersion is provided/] },
    { match: 'NotOlderThan', paging: 'limit=2', rv: '0', shows: [['a', 'b'], 'NOW'] },
    { match: 'NotOlderThan', paging: 'limit=2', rv: 'OLD', shows: [['a', 'b'], 'NOW'] },
    // Values in no row
    { match: 'Newer', rv: 'OLD', shows: [422, /supported values: "Exact", "NotOlderThan", ""/] },
    {
      match: 'Exact',
      rv: '0',
      paging: 'continue=TOKEN',
      shows: [422, /resourceVersionMatch is forbidden when continue is provided/],
    },
    { rv: 'x', shows: [400, /invalid resource version "x"/] },
    { rv: '-1', shows: [400, /invalid resource version "-1"/] },
    { rv: '18446744073709551615', shows: [504, /Too large resource version/] },
    { match: 'Exact', rv: '9223372036854775807', shows: [504, /Too large resource version/] },
    { rv: '18446744073709551616', shows: [400, /invalid resource version "18446744073709551616"/] },
  ];
  for (const { match, paging, rv, shows } of lists) {
    const parts = [
      rv === undefined ? undefined : `resourceVersion=${rv}`,
      match === undefined ? undefined : `resourceVersionMatch=${match}`,
      paging,
    ];
    const query = parts.filter((part) => part !== undefined).join('&');
    const [expected, more] = shows;
    it(`a list with ${query || 'nothing'}: ${typeof expected === 'number' ? expected : `${expected.join()} at ${String(more)}`}`, async () => {
      const answer = await api.request('GET', `${CONFIG_MAPS}?${filled(query)}`);
      if (typeof expected === 'number') {
        assert.equal(answer.status, expected, answer.text);
        assert.match(answer.message, more as RegExp);
        return;
      }
      const { metadata, items } = answer.json as unknown as Listed;
      assert.deepEqual(
        [items.map((item) => item.metadata.name), metadata.resourceVersion],
        [expected, versions[more as string]],
      );
    });
  }

  it('sendInitialEvents is refused in a list', async () => {
    const { status, message } = await api.request('GET', `${CONFIG_MAPS}?sendInitialEvents=true`);
    assert.equal(status, 422);
    assert.match(message, /sendInitialEvents is forbidden for list/);
  });

  const gets: readonly (readonly [rv: string | undefined, status: number])[] = [
    [undefined, 200],
    ['', 200],
    ['0', 200],
    ['GONE', 200],
    ['NOW', 200],
    ['FUTURE', 504],
    ['x', 400],
  ];
  for (const [rv, status] of gets) {
    it(`a get with ${rv === undefined ? 'no version' : JSON.stringify(rv)}: ${status}`, async () => {
      const query = rv === undefined ? '' : `?resourceVersion=${filled(rv)}`;
      const answer = await api.request('GET', `${CONFIG_MAPS}/a${query}`);
      assert.equal(answer.status, status, answer.text);
      if (status === 200) assert.deepEqual({ ...(answer.json['data'] as JsonObject) }, { is: 'new' });
    });
  }

  it('a future version has its own error with a retry time', async () => {
    for (const path of [`${CONFIG_MAPS}/a`, CONFIG_MAPS]) {
      const { json, headers } = await api.request('GET', `${path}?resourceVersion=999999`);
      assert.equal(headers['retry-after'], '1');
      assert.match(JSON.stringify(json['details']), /"reason":"ResourceVersionTooLarge".*"retryAfterSeconds":1/);
    }
  });

  it('a version that arrives in time is waited for', async () => {
    const next = (await api.store.currentRevision()) + 1;
    const waiting = api.request('GET', `${CONFIG_MAPS}/late?resourceVersion=${next}`);
    await post('late');
    assert.equal((await waiting).status, 200);
    await api.request('DELETE', `${CONFIG_MAPS}/late`);
  });

  const watches: readonly (readonly [query: string, events: readonly string[]])[] = [
    ['', ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']],
    ['resourceVersion=0', ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']],
    ['resourceVersion=OLD', ['MODIFIED a', 'ADDED d']],
    ['resourceVersion=GONE', ['ERROR Expired']],
    ['resourceVersionMatch=NotOlderThan&sendInitialEvents=true', ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']],
    ['resourceVersionMatch=NotOlderThan&sendInitialEvents=true&resourceVersion=OLD', ['ADDED a', 'ADDED b']],
    ['resourceVersionMatch=NotOlderThan&sendInitialEvents=false&resourceVersion=OLD', ['MODIFIED a', 'ADDED d']],
  ];
  for (const [query, events] of watches) {
    it(`a watch with ${query || 'nothing'}: ${events.join(', ')}`, async () => {
      const seen: string[] = [];
      for await (const { type, object } of api.watch(`${CONFIG_MAPS}?watch=1&${filled(query)}`)) {
        const { metadata, reason } = object as { metadata: { name?: string }; reason?: string };
        seen.push(`${type as string} ${metadata.name ?? reason}`);
        if (seen.length === events.length) break;
      }
      assert.deepEqual(seen, events);
    });
  }

  for (const rv of ['', '0']) {
    it(`a watch with sendInitialEvents=false and resourceVersion=${rv} begins with the next change`, async () => {
      const target = `${CONFIG_MAPS}?watch=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=false&resourceVersion=${rv}`;
      const events = api.watch(target);
      const first = events.next();
      // The start version is read before the watch is answered.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await post('e');
      const { type } = ((await first).value ?? {}) as JsonObject;
      assert.equal(type, 'ADDED');
      await events.return(undefined);
      await api.request('DELETE', `${CONFIG_MAPS}/e`);
    });
  }

  const refusedWatches: readonly (readonly [query: string, status: number, text: RegExp])[] = [
    ['sendInitialEvents=true', 422, /sendInitialEvents requires setting resourceVersionMatch to NotOlderThan/],
    ['sendInitialEvents=false&resourceVersionMatch=Exact', 422, /requires setting .* to NotOlderThan/],
    ['resourceVersionMatch=NotOlderThan', 422, /forbidden for watch unless sendInitialEvents is provided/],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x',
      422,
      /resourceVersionMatch is forbidden when continue is provided/,
    ],
    ['resourceVersion=x', 400, /invalid resource version "x"/],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=FUTURE', 504, /Too large/],
  ];
  for (const [query, status, text] of refusedWatches) {
    it(`a watch with ${query}: ${status}`, async () => {
      const answer = await api.request('GET', `${CONFIG_MAPS}?watch=1&${filled(query)}`);
      assert.equal(answer.status, status);
      assert.match(answer.message, text);
    });
  }
});
