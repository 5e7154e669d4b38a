import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  CompactedError,
  SlowWatcherError,
  StoreUnavailableError,
  type Store,
  type StoreEvent,
  type WatchBatch,
  type WatchOptions,
} from '@pilothouse/storage/store.js';
import type { Representation } from './negotiation/representation.js';
import { configMapEntry, representation, testContext, testScope } from './scope.test.helper.js';
import type { View } from './watch-encoding.js';
import { WatchStream, type WatchStreamOptions } from './watch-stream.js';

const selection = { labels: undefined, fields: undefined };

/** A store whose watches yield these batches and then end: normally, with an error, or when aborted. */
function scripted(
  batches: readonly WatchBatch[],
  end: 'quietly' | 'never' | Error,
): Partial<Store> & { asked: WatchOptions[] } {
  const asked: WatchOptions[] = [];
  return {
    asked,
    async *watch(_prefix, options) {
      asked.push(options);
      yield* batches;
      if (end instanceof Error) throw end;
      if (end === 'quietly') return;
      await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
    },
  };
}

interface Scripted {
  readonly store: Partial<Store>;
  readonly options?: Partial<WatchStreamOptions>;
  readonly shown?: Representation;
  readonly apiDomain?: string;
  /** Successive times in milliseconds since the epoch. */
  readonly times?: number[];
}

function streamOf({ store, options = {}, shown = representation('json'), apiDomain, times = [] }: Scripted) {
  const now = (): Date => new Date(times.shift() ?? 0);
  const scope = testScope({ store, environment: { now }, ...(apiDomain !== undefined && { apiDomain }) });
  const view: View = { scope, context: testContext(), representation: shown, isWanted: undefined, hasColumns: false };
  const common = { namespace: 'default', selection, initial: [], after: 10, limit: 60_000, marksInitialEnd: false };
  return new WatchStream({ view, ...common, bookmarkInterval: undefined, ...options });
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function eventsOf(stream: AsyncIterable<Uint8Array>): Promise<JsonObject[]> {
  const lines = (await bytesOf(stream)).toString().split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => parseJson(line).value as JsonObject);
}

/** The events as `TYPE version`. */
async function shownBy(stream: AsyncIterable<Uint8Array>): Promise<string[]> {
  return (await eventsOf(stream)).map(({ type, object }) => {
    const { metadata, reason } = object as { metadata: { resourceVersion?: string }; reason?: string };
    return `${type as string} ${metadata.resourceVersion ?? reason}`;
  });
}

const scope = testScope();
const put = (revision: number): StoreEvent => ({
  type: 'put',
  entry: configMapEntry(scope, `n${revision}`, revision),
  previous: undefined,
});
const batch = (revision: number, ...events: StoreEvent[]): WatchBatch => ({ revision, events });

describe('the stream of a watch', () => {
  const ends: readonly (readonly [what: string, end: 'quietly' | Error, last: string | undefined])[] = [
    ['whose store ends it', 'quietly', undefined],
    ['whose client is too slow', new SlowWatcherError('slow'), undefined],
    ['whose version is compacted', new CompactedError(5, 9), 'ERROR Expired'],
    ['whose store fails', new StoreUnavailableError('gone', false), 'ERROR ServiceUnavailable'],
    ['whose store is broken', new TypeError('broken'), 'ERROR InternalError'],
  ];
  for (const [what, end, last] of ends) {
    it(`${what} ends ${last === undefined ? 'without an error' : `with ${last}`}`, async () => {
      const events = await shownBy(streamOf({ store: scripted([batch(11, put(11))], end) }));
      assert.deepEqual(events, ['ADDED 11', ...(last === undefined ? [] : [last])]);
    });
  }

  it('writes the events to a writer, one after the other, and yields the others', async () => {
    const store = scripted(
      [batch(11, put(11)), batch(12), batch(13, put(13)), batch(15)],
      new StoreUnavailableError('gone', false),
    );
    const options = { initial: [configMapEntry(scope, 'a', 3)], marksInitialEnd: true, bookmarkInterval: 1000 };
    const times = (): number[] => [0, 500, 2000];
    const expected = await shownBy(streamOf({ store, times: times(), options }));
    const stream = streamOf({ store, times: times(), options });
    const received: Uint8Array[] = [];
    let isWriting = false;
    stream.writeTo({
      async write(chunk) {
        assert.equal(isWriting, false);
        isWriting = true;
        await new Promise((resolve) => setImmediate(resolve));
        isWriting = false;
        received.push(chunk);
      },
    });
    let yielded = 0;
    for await (const chunk of stream) {
      received.push(chunk);
      if (chunk.byteLength > 0) yielded += 1;
    }
    const all = (async function* () {
      yield* received;
    })();
    assert.deepEqual(await shownBy(all), expected);
    assert.deepEqual(expected, [
      'ADDED 3',
      'BOOKMARK 10',
      'ADDED 11',
      'ADDED 13',
      'BOOKMARK 15',
      'ERROR ServiceUnavailable',
    ]);
    assert.equal(yielded, 3, 'the beginning and the error');
  });

  it('requests changes after the version, and heartbeats if bookmarks are enabled', async () => {
    for (const interval of [undefined, 1000]) {
      const store = scripted([], 'quietly');
      await bytesOf(streamOf({ store, options: { bookmarkInterval: interval } }));
      assert.deepEqual(
        store.asked.map(({ from, heartbeat }) => [from, heartbeat]),
        [[11, interval]],
      );
    }
  });

  it('sends bookmarks on heartbeats and at its end', async () => {
    const store = scripted([batch(12), batch(13, put(13)), batch(15), batch(16), batch(18)], 'quietly');
    // The times of the start and of each heartbeat.
    const times = [0, 500, 1000, 1200];
    const events = await shownBy(streamOf({ store, times, options: { bookmarkInterval: 1000 } }));
    assert.deepEqual(events, ['ADDED 13', 'BOOKMARK 15', 'BOOKMARK 18']);
  });

  it('sends no bookmarks by default', async () => {
    assert.deepEqual(await shownBy(streamOf({ store: scripted([batch(12), batch(15)], 'quietly') })), []);
  });

  it('sends a bookmark to a slow client', async () => {
    const store = scripted([batch(12, put(12)), batch(15)], new SlowWatcherError('slow'));
    const events = await shownBy(streamOf({ store, options: { bookmarkInterval: 1000 } }));
    assert.deepEqual(events, ['ADDED 12', 'BOOKMARK 15']);
  });

  it('ends at its timeout', async () => {
    const store = scripted([batch(12)], 'never');
    const stream = streamOf({ store, options: { limit: 300, bookmarkInterval: 100_000 } });
    assert.deepEqual(await shownBy(stream), ['BOOKMARK 12']);
  });

  it('begins with the objects, and marks their end', async () => {
    const initial = [configMapEntry(scope, 'a', 3), configMapEntry(scope, 'b', 4)];
    const options = { initial, marksInitialEnd: true, bookmarkInterval: 1000 };
    const events = await eventsOf(streamOf({ store: scripted([batch(11, put(11))], 'quietly'), options }));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'ADDED', 'BOOKMARK', 'ADDED', 'BOOKMARK'],
    );
    const marked = JSON.stringify(events[2]?.['object']);
    assert.equal(
      marked,
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"10","annotations":{"k8s.io/initial-events-end":"true"}}}',
    );
    assert.equal(
      JSON.stringify(events[4]?.['object']),
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"11"}}',
    );
  });

  it('names the annotation in its own domain', async () => {
    const stream = streamOf({
      store: scripted([], 'quietly'),
      apiDomain: 'example.org',
      options: { marksInitialEnd: true },
    });
    assert.match((await bytesOf(stream)).toString(), /"annotations":\{"example\.org\/initial-events-end":"true"\}/);
  });

  it('sends many initial objects in chunks of bounded size', async () => {
    const initial = Array.from({ length: 3000 }, (_, index) =>
      configMapEntry(scope, `n${index}`, index + 1, { data: { a: 'x'.repeat(1000) } }),
    );
    let events = 0;
    for await (const chunk of streamOf({ store: scripted([], 'quietly'), options: { initial } })) {
      assert.ok(chunk.byteLength <= 256 * 1024);
      events += Buffer.from(chunk).toString().split('\n').length - 1;
    }
    assert.equal(events, 3000);
  });

  describe('in other forms', () => {
    const initial = [configMapEntry(scope, 'a', 3)];
    const options = { initial, marksInitialEnd: true, bookmarkInterval: 1000 };

    it('metadata', async () => {
      const stream = streamOf({ store: scripted([], 'quietly'), shown: representation('json', 'metadata'), options });
      const [added, bookmark] = await eventsOf(stream);
      assert.match(
        JSON.stringify(added),
        /^\{"type":"ADDED","object":\{"kind":"PartialObjectMetadata","apiVersion":"meta\.k8s\.io\/v1"/,
      );
      assert.match(
        JSON.stringify(bookmark),
        /"BOOKMARK","object":\{"kind":"PartialObjectMetadata".*"k8s\.io\/initial-events-end"/,
      );
    });

    it('tables, with columns in the first event', async () => {
      const stream = streamOf({
        store: scripted([batch(11, put(11))], 'quietly'),
        shown: representation('json', 'table'),
        options,
      });
      const tables = (await eventsOf(stream)).map(
        ({ object }) => object as { columnDefinitions: [] | null; metadata: object; rows: { object: object }[] },
      );
      assert.deepEqual(
        tables.map(({ columnDefinitions }) => columnDefinitions?.length),
        [3, undefined, undefined, undefined],
      );
      assert.match(
        JSON.stringify(tables[1]),
        /"metadata":\{"resourceVersion":"10"\}.*"kind":"PartialObjectMetadata".*initial-events-end/,
      );
      assert.equal(tables[1]?.rows.length, 1);
    });

    it('protobuf, with length prefixes', async () => {
      const bytes = await bytesOf(
        streamOf({ store: scripted([batch(11, put(11))], 'quietly'), shown: representation('protobuf'), options }),
      );
      const types: string[] = [];
      for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
        types.push(bytes.subarray(at + 6, at + 6 + (bytes[at + 5] ?? 0)).toString());
      }
      assert.deepEqual(types, ['ADDED', 'BOOKMARK', 'ADDED', 'BOOKMARK']);
      assert.ok(bytes.includes('k8s.io/initial-events-end'));
    });
  });
});
