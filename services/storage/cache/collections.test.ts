import assert from 'node:assert/strict';
import { bytes, eventText, override, take, useCaches, write } from './cache.test.helper.js';

const extract = () => ({ labels: {}, fields: {} });

/** Keys of custom resources have one collection for each resource: `/group.io/resource/`. */
const dynamicCollection = (key: string) => {
  const prefix = /^\/[^/]+\.[^/]+\/[^/]+\//.exec(key)?.[0];
  return prefix === undefined ? undefined : { prefix, extract };
};

describe('dynamic collections', () => {
  const opened = useCaches();
  const calls: string[] = [];
  const open = () =>
    opened({ dynamicCollection }, (store) =>
      override(store, {
        list(prefix, options) {
          calls.push(`list ${prefix}`);
          return store.list(prefix, options);
        },
        watch(prefix, options) {
          calls.push(`watch ${prefix}`);
          return store.watch(prefix, options);
        },
      }),
    );
  beforeEach(() => calls.splice(0));

  it('serve lists, past states and watches without another read of the store', async () => {
    const cache = await open();
    await cache.ready();
    const prefix = '/example.io/widgets/';
    const before = await cache.currentRevision();
    const first = await write(cache, `${prefix}default/a`, 'a');
    const second = await write(cache, `${prefix}default/b`, 'b');
    await write(cache, '/example.io/gadgets/a', 'other');
    const events = await take(cache, prefix, before + 1, 2);
    assert.deepEqual(events.map(eventText), [`put ${prefix}default/a ${first}`, `put ${prefix}default/b ${second}`]);
    const { entries } = await cache.list(prefix);
    assert.deepEqual(
      entries.map(({ value }) => Buffer.from(value).toString()),
      ['a', 'b'],
    );
    assert.equal((await cache.list(prefix, { revision: first })).entries.length, 1);
    assert.deepEqual(calls, ['list /', 'watch /']);
  });

  it('serve a watch that begins before the first object', async () => {
    const cache = await open();
    await cache.ready();
    const prefix = '/example.io/later/';
    const from = (await cache.currentRevision()) + 1;
    const watched = take(cache, `${prefix}default/`, from, 1);
    const revision = await write(cache, `${prefix}default/a`, 'a');
    assert.deepEqual((await watched).map(eventText), [`put ${prefix}default/a ${revision}`]);
    assert.deepEqual(calls, ['list /', 'watch /']);
  });

  it('load what was stored before the cache opened', async () => {
    const cache = await opened({ dynamicCollection }, (store) => {
      const written = store.create('/example.io/widgets/default/a', bytes('a'));
      return override(store, { list: async (...args) => (await written) && store.list(...args) });
    });
    await cache.ready();
    assert.equal((await cache.list('/example.io/widgets/')).entries.length, 1);
    assert.deepEqual((await cache.verify()).different, []);
  });

  it('pass keys without a collection to the store', async () => {
    const cache = await open();
    await cache.ready();
    await write(cache, '/unknown/a', 'a');
    assert.equal((await cache.list('/unknown/')).entries.length, 1);
    assert.deepEqual(calls, ['list /', 'watch /', 'list /unknown/']);
  });
});
