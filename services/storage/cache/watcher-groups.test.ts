import assert from 'node:assert/strict';
import { createWatcherGroups, type WatcherGroups } from './watcher-groups.js';
import { Watcher } from './watcher.js';

describe('the watchers of a prefix', () => {
  let revision: number;
  let groups: WatcherGroups;
  let first: Watcher;

  function open(count: number): void {
    revision = 0;
    groups = createWatcherGroups(() => revision);
    const watchers = Array.from({ length: count }, () => new Watcher({ from: 1, onEnd: () => undefined }));
    for (const watcher of watchers) groups.add('/things/', watcher);
    [first = new Watcher({ from: 1, onEnd: () => undefined })] = watchers;
  }
  function dispatch(): void {
    revision += 1;
    const entry = { key: '/things/a', value: Buffer.from('{}'), revision };
    groups.dispatch(entry.key, { type: 'put', entry, previous: undefined });
  }
  const batch = async (): Promise<number> => ((await first.next()).value?.events ?? []).length;

  it('get each batch at once if they are few', async () => {
    open(49);
    for (const now of [100, 100.1]) {
      dispatch();
      assert.equal(groups.deliverDue(now), undefined);
      assert.equal(await batch(), 1);
    }
  });

  it('get the events of a pause together if they are many', async () => {
    open(500);
    dispatch();
    assert.equal(groups.deliverDue(100), undefined);
    assert.equal(await batch(), 1);
    dispatch();
    assert.equal(groups.deliverDue(104), 6);
    dispatch();
    assert.equal(groups.deliverDue(109), 1);
    assert.equal(groups.deliverDue(110), undefined);
    assert.equal(await batch(), 2);
  });

  it('pause for at most 20 ms', () => {
    open(5000);
    dispatch();
    groups.deliverDue(100);
    dispatch();
    assert.equal(groups.deliverDue(101), 19);
  });

  it('get pending events before a new watcher is added, and before a heartbeat', async () => {
    for (const early of [() => groups.flush(), () => groups.add('/things/', new Watcher({ from: 9, onEnd() {} }))]) {
      open(500);
      dispatch();
      groups.deliverDue(100);
      await batch();
      dispatch();
      early();
      assert.equal(await batch(), 1);
      assert.equal(groups.deliverDue(120), undefined);
    }
  });
});
