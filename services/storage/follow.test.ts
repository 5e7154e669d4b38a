import assert from 'node:assert/strict';
import { openEmbeddedStore } from './embedded/store.js';
import { createFollower, type Follower } from './follow.js';
import type { Revision, Store } from './store.js';

describe('a follower of a collection', () => {
  const bytes = (text: string) => Buffer.from(text);
  let store: Store;
  let view: Map<string, string>;
  let end: AbortController;
  beforeEach(async () => {
    store = await openEmbeddedStore({ ephemeral: true });
    view = new Map();
    end = new AbortController();
  });
  afterEach(async () => {
    end.abort();
    await store.close();
  });

  const follow = (over: Pick<Store, 'list' | 'watch'> = store, settle?: () => Promise<void>): Follower =>
    createFollower({
      store: over,
      prefix: '/a/',
      change(key, entry) {
        if (entry === undefined) view.delete(key);
        else view.set(key, Buffer.from(entry.value).toString());
      },
      ...(settle && { settle }),
      onError: (error) => assert.fail(String(error)),
      signal: end.signal,
    });
  const create = async (key: string): Promise<Revision> => {
    const result = await store.create(key, bytes('v'));
    assert.ok(result.ok);
    return result.revision;
  };

  it('applies the initial list and later changes', async () => {
    const revision = await create('/a/1');
    await create('/b/1');
    const follower = follow();
    await follower.start();
    assert.deepEqual([...view], [['/a/1', 'v']]);
    const second = await create('/a/2');
    await follower.reached(second, end.signal);
    assert.deepEqual([...view.keys()], ['/a/1', '/a/2']);
    const gone = await store.delete('/a/1', revision);
    assert.ok(gone.ok);
    await follower.reached(gone.revision, end.signal);
    assert.deepEqual([...view.keys()], ['/a/2']);
  });

  it('advances its revision only after settle resolves', async () => {
    let finish = (): void => undefined;
    const settled = new Promise<void>((resolve) => (finish = resolve));
    const follower = follow(store, () => settled);
    const started = follower.start();
    await create('/a/1');
    assert.equal(follower.revision(), 0);
    finish();
    await started;
    assert.notEqual(follower.revision(), 0);
  });

  it('applies entries that a refresh read before the watch delivered them, once', async () => {
    const gate = new AbortController();
    const changes: string[] = [];
    const late: Pick<Store, 'list' | 'watch'> = {
      list: (prefix, options) => store.list(prefix, options),
      async *watch(prefix, options) {
        await new Promise((done) => gate.signal.addEventListener('abort', done));
        yield* store.watch(prefix, options);
      },
    };
    const follower = createFollower({
      store: late,
      prefix: '/a/',
      change: (key, entry) => void changes.push(`${entry === undefined ? 'without' : 'with'} ${key}`),
      onError: (error) => assert.fail(String(error)),
      signal: end.signal,
    });
    await create('/a/0');
    await follower.start();
    const first = await create('/a/1');
    await follower.refresh(end.signal);
    const gone = await store.delete('/a/1', first);
    assert.ok(gone.ok);
    await follower.refresh(end.signal);
    assert.deepEqual(changes, ['with /a/0', 'with /a/1', 'without /a/1']);
    gate.abort();
    const last = await create('/a/2');
    await follower.reached(last, end.signal);
    assert.deepEqual(changes.slice(3), ['with /a/2']);
  });
});
