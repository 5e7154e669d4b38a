import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { decodeWatch } from './watch.js';

async function* split(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.byteLength + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...places, bytes.byteLength]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function decode(text: string, cuts: readonly number[] = []): Promise<string[]> {
  const seen: string[] = [];
  for await (const { type, object } of decodeWatch(async () => split(Buffer.from(text), cuts))) {
    seen.push(`${type} ${object.metadata.name ?? ''}`);
  }
  return seen;
}

const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
const named = (type: string, name: string): string => line(type, { metadata: { name } });

describe('decodeWatch', () => {
  it('decodes the same events for any chunks', async () => {
    const event = fc.tuple(
      fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'),
      fc.string({ unit: 'grapheme' }),
    );
    const property = fc.asyncProperty(fc.array(event), fc.array(fc.nat()), async (events, cuts) => {
      const text = events.map(([type, name]) => named(type, name)).join('');
      const seen = await decode(text, cuts);
      assert.deepEqual(
        seen,
        events.map(([type, name]) => `${type} ${name}`),
      );
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('skips empty lines and accepts a last line without a newline', async () => {
    assert.deepEqual(await decode(`\n${named('ADDED', 'a')}\n${named('DELETED', 'b').trimEnd()}`), [
      'ADDED a',
      'DELETED b',
    ]);
  });

  it('throws the StatusError of an ERROR event', async () => {
    const status = { kind: 'Status', reason: 'Expired', code: 410, message: 'too old' };
    const rejection = decode(named('ADDED', 'a') + line('ERROR', status) + named('ADDED', 'b'));
    await assert.rejects(rejection, (error) => {
      assert(error instanceof StatusError);
      assert.deepEqual([error.reason, error.code, error.message], ['Expired', 410, 'too old']);
      return true;
    });
  });

  const broken = [
    ['a truncated line', named('ADDED', 'a').slice(0, -5), /unexpected end of JSON input/],
    ['an event without an object', '{"type":"ADDED"}\n', /not a watch event: \{"type":"ADDED"\}/],
    ['an event of an unknown type', named('MOVED', 'a'), /not a watch event/],
    ['a line that is not an event', '[]\n', /not a watch event: \[\]/],
  ] as const;
  for (const [name, text, message] of broken) {
    it(`throws at ${name}`, () => assert.rejects(decode(text), message));
  }
});
