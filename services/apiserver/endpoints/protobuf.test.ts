import assert from 'node:assert/strict';
import { decodeByOthers } from '@pilothouse/apimachinery/protobuf/others.test.helper.js';
import type { StoreEvent } from '@pilothouse/storage/store.js';
import { isStream, type Body } from '../request/response.js';
import { listResponse } from './negotiation/write-list.js';
import { configMapEntry, representation, testContext, testScope } from './scope.test.helper.js';
import { batchBytes } from './watch-encoding.js';

type Message = Record<string, unknown>;

const scope = testScope();
const entryOf = (revision: number, text = 'x') => configMapEntry(scope, `n${revision}`, revision, { data: { text } });

async function read(body: Body): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (isStream(body)) for await (const chunk of body) chunks.push(chunk);
  else chunks.push(...body);
  return Buffer.concat(chunks);
}

/** The message in a body, decoded by another implementation of protobuf. */
function opened(name: string, body: Buffer): { typeMeta: unknown; message: Message } {
  assert.equal(body.subarray(0, 4).toString(), 'k8s\0');
  const { typeMeta, raw } = decodeByOthers('Unknown', body.subarray(4));
  return { typeMeta, message: decodeByOthers(name, bytesOf(raw)) };
}

/** Bytes from the other implementation's output. */
function bytesOf(text: unknown): Buffer {
  assert.ok(typeof text === 'string');
  return Buffer.from(text, 'base64');
}

function member(message: Message, name: string): Message {
  const value = message[name];
  assert.ok(typeof value === 'object' && value !== null, name);
  return value as Message;
}

describe('protobuf responses, decoded by another implementation', () => {
  for (const [what, count, text] of [
    ['a list in one body', 3, 'y'],
    ['a list in many chunks', 40, 'y'.repeat(50_000)],
    ['a list that is encoded twice', 350, 'y'.repeat(50_000)],
    ['an empty list', 0, ''],
  ] as const) {
    it(what, async () => {
      const entries = Array.from({ length: count }, (_, index) => entryOf(index + 1, text));
      const metadata = { resourceVersion: '9', remainingItemCount: 2n ** 60n };
      const { body } = await listResponse(scope, testContext(), entries, {
        representation: representation('protobuf'),
        metadata,
      });
      const { typeMeta, message } = opened('ConfigMapList', await read(body));
      assert.deepEqual(typeMeta, { apiVersion: 'v1', kind: 'ConfigMapList' });
      assert.deepEqual(message['metadata'], { resourceVersion: '9', remainingItemCount: String(2n ** 60n) });
      const items = (message['items'] ?? []) as Message[];
      assert.deepEqual(
        items.map((item) => [member(item, 'metadata')['name'], item['data']]),
        entries.map((_, index) => [`n${index + 1}`, { text }]),
      );
    });
  }

  it('watch events with length prefixes', () => {
    const put = (revision: number): StoreEvent => ({ type: 'put', entry: entryOf(revision), previous: undefined });
    const view = {
      scope,
      context: testContext(),
      representation: representation('protobuf'),
      isWanted: undefined,
      hasColumns: false,
    };
    const gone: StoreEvent = { type: 'delete', key: entryOf(11).key, previous: entryOf(11), revision: 13 };
    const bytes = Buffer.from(batchBytes(view, { revision: 13, events: [put(11), put(12), gone] }) ?? []);
    const seen: unknown[] = [];
    for (let at = 0; at < bytes.length;) {
      const start = at + 4;
      at = start + bytes.readUInt32BE(at);
      const event = decodeByOthers('WatchEvent', bytes.subarray(start, at));
      const { typeMeta, message } = opened('ConfigMap', bytesOf(member(event, 'object')['raw']));
      assert.deepEqual(typeMeta, { apiVersion: 'v1', kind: 'ConfigMap' });
      const { name, resourceVersion } = member(message, 'metadata');
      seen.push([event['type'], name, resourceVersion]);
    }
    assert.deepEqual(seen, [
      ['ADDED', 'n11', '11'],
      ['ADDED', 'n12', '12'],
      ['DELETED', 'n11', '13'],
    ]);
  });
});
