import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { bytes, create, text, written } from '../conformance/support.js';
import { openEmbeddedStore, type EmbeddedStore } from '../embedded/store.js';
import {
  CompactedError,
  FutureRevisionError,
  StoreFullError,
  StoreUnavailableError,
  UnreadableError,
  type WatchBatch,
} from '../store.js';
import { errorOf, failureOf } from './failure.js';
import type { Answer, Call } from './messages.js';
import { remoteOf, type Remote } from './remote.test.helper.js';

describe('the failure of a remote call', () => {
  for (const error of [
    new CompactedError(3, 7),
    new FutureRevisionError(9, 7),
    new StoreFullError('full'),
    new StoreUnavailableError('away', true),
    new StoreUnavailableError('away', false),
    new RangeError('long'),
    new TypeError('no key'),
    new Error('other'),
  ]) {
    it(`is the same error: ${error.name}: ${error.message}`, () => {
      assert.deepEqual(errorOf(failureOf(error)), error);
    });
  }
});

describe('a remote store', () => {
  let held: EmbeddedStore;
  let lost: AbortController;
  let remote: Remote;
  beforeEach(async () => {
    held = await openEmbeddedStore({ ephemeral: true });
    lost = new AbortController();
    remote = remoteOf(held, lost.signal);
  });
  afterEach(async () => {
    await remote.store.close();
    await held.close();
  });

  const calls = (): Call[] => remote.sent.flatMap((message) => ('length' in message ? message : []));
  const answers = (): Answer[] => remote.sent.flatMap((message) => ('answers' in message ? message.answers : []));

  it('sends the calls of one turn together, and their answers', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => remote.store.get(`/a/${index}`)));
    assert.deepEqual([calls().length, answers().length, remote.sent.length], [50, 50, 2]);
  });

  it('sends reads that arrive while others are under way together, and writes at once', async () => {
    const first = remote.store.get('/a');
    await nextTurn();
    const reads = Promise.all([remote.store.get('/b'), remote.store.currentRevision()]);
    const write = remote.store.create('/c', bytes('v'));
    const later = remote.store.get('/d', { atLeast: 2 });
    await nextTurn();
    const more = remote.store.get('/e');
    await Promise.all([first, reads, write, later, more]);
    const sizes = remote.sent.flatMap((message) => ('length' in message ? message.length : []));
    assert.deepEqual(sizes, [1, 2, 3]);
  });

  it('sends no value that the caller has, and the value of a newer entry', async () => {
    await create(remote.store, '/a', '1');
    const { entry: known } = await remote.store.get('/a');
    assert.ok(known !== undefined);
    assert.equal((await remote.store.get('/a', {}, known)).entry, known);
    assert.deepEqual(answers().at(-1)?.result, { isKnown: true, revision: 2 });
    written(await remote.store.update('/a', bytes('2'), known.revision));
    const unreadable = { ...known, revision: 3, problem: new UnreadableError('/a', 'no key') };
    for (const other of [known, unreadable]) {
      const { entry } = await remote.store.get('/a', {}, other);
      assert.equal(entry && text(entry.value), '2');
    }
  });

  it('lists large values in pages', async () => {
    for (let index = 0; index < 6; index++) await remote.store.create(`/a/${index}`, Buffer.alloc(1_500_000));
    const { entries, remaining } = await remote.store.list('/a/', { limit: 5 });
    assert.deepEqual([entries.map(({ key }) => key).join(), remaining], ['/a/0,/a/1,/a/2,/a/3,/a/4', 1]);
    assert.equal((await remote.store.list('/a/')).entries.length, 6);
    const pages = answers().flatMap(({ result }) => (isPage(result) ? result.entries.length : []));
    assert.deepEqual(pages, [2, 2, 1, 2, 2, 2]);
  });

  it('reads a watch only as fast as its reader', async () => {
    const from = await create(remote.store, '/a');
    const watch = remote.store.watch('/', { from, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await watch.next();
    const before = answers().length;
    for (let index = 0; index < 100; index++) await create(held, `/b/${index}`);
    await delay(5);
    assert.equal(answers().length, before);
    await held.compact(await held.currentRevision());
    await assert.rejects(watch.next(), CompactedError);
  });

  it('leaves out the previous values of a reader that has them', async () => {
    const from = await create(remote.store, '/a', 'old');
    const second = written(await remote.store.update('/a', bytes('new'), from));
    written(await remote.store.delete('/a', second));
    const watch = remote.store.watch('/', { from: second, signal: new AbortController().signal, holdsState: true });
    const { value } = await watch[Symbol.asyncIterator]().next();
    const { events } = value as WatchBatch;
    assert.deepEqual(
      events.map(({ previous }) => previous?.revision),
      [from, second],
    );
    for (const { previous } of events) assert.throws(() => previous?.value, UnreadableError);
    const sent = answers().at(-1)?.result as WatchBatch;
    assert.deepEqual(
      sent.events.map(({ previous }) => previous?.value.length),
      [0, 0],
    );
  });

  it('reports that its holder has lost it, and reads nothing from then on', async () => {
    const from = (await create(remote.store, '/a')) + 1;
    const off = new AbortController();
    const watch = remote.store.watch('/', { from, signal: off.signal })[Symbol.asyncIterator]();
    const next = watch.next();
    lost.abort(new StoreUnavailableError('taken over', false));
    for (const read of [remote.store.get('/a'), remote.store.list('/'), remote.store.currentRevision()]) {
      await assert.rejects(read, /taken over/);
    }
    assert.equal(String(remote.lost.reason), 'StoreUnavailableError: taken over');
    off.abort();
    assert.deepEqual(await next, { done: true, value: undefined });
    assert.equal((await remote.store.space()).damaged, 0);
  });

  it('leaves no watch behind when its process ends', async () => {
    const from = await create(remote.store, '/a');
    const watch = remote.store.watch('/', { from: from + 1, signal: new AbortController().signal });
    const next = watch[Symbol.asyncIterator]().next();
    await delay(5);
    remote.end();
    assert.deepEqual(await next, { done: true, value: undefined });
  });
});

function isPage(result: unknown): result is { readonly entries: readonly unknown[] } {
  return typeof result === 'object' && result !== null && 'entries' in result;
}
