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
      groups.deliverDue(now);
      assert.equal(await batch(), 1);
      assert.equal(groups.pauseFrom(now), undefined);
    }
    dispatch();
    assert.equal(groups.pauseFrom(101), 0);
  });

  it('get the events of a pause together if they are many', async () => {
    open(500);
    dispatch();
    groups.deliverDue(100);
    assert.equal(await batch(), 1);
    dispatch();
    // The pause begins when the watches have written.
    assert.equal(groups.pauseFrom(107), 10);
    groups.deliverDue(112);
    assert.equal(groups.pauseFrom(113), 4);
    dispatch();
    groups.deliverDue(117);
    assert.equal(await batch(), 2);
    assert.equal(groups.pauseFrom(125), undefined);
    dispatch();
    assert.equal(groups.pauseFrom(126), 9);
  });

  it('pause for at most 20 ms', () => {
    open(5000);
    dispatch();
    groups.deliverDue(100);
    dispatch();
    assert.equal(groups.pauseFrom(101), 20);
  });

  it('get pending events before a new watcher is added, and before a heartbeat', async () => {
    for (const early of [() => groups.flush(), () => groups.add('/things/', new Watcher({ from: 9, onEnd() {} }))]) {
      open(500);
      dispatch();
      groups.deliverDue(100);
      await batch();
      groups.pauseFrom(101);
      dispatch();
      early();
      assert.equal(await batch(), 1);
      assert.equal(groups.pauseFrom(102), undefined);
    }
  });
});
