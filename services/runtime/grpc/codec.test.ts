import assert from 'node:assert/strict';
import { fromJSON } from '@grpc/proto-loader';
import type { MethodDefinition } from '@grpc/proto-loader';
import { codecsOf } from './codec.js';
import type { Descriptor } from './contract.js';

const descriptor: Descriptor = {
  nested: {
    test: {
      nested: {
        Service: { methods: { Call: { requestType: 'Message', responseType: 'Message' } } },
        Message: {
          fields: {
            text: { type: 'string', id: 1 },
            data: { type: 'bytes', id: 2 },
            isSet: { type: 'bool', id: 3 },
            signed: { type: 'int32', id: 4 },
            count: { type: 'uint32', id: 5 },
            colour: { type: 'Colour', id: 6 },
            inner: { type: 'Message', id: 7 },
            texts: { rule: 'repeated', type: 'string', id: 8 },
            counts: { rule: 'repeated', type: 'uint32', id: 9 },
            inners: { rule: 'repeated', type: 'Message', id: 16 },
            byName: { keyType: 'string', type: 'Message', id: 17 },
          },
        },
        Colour: { values: { COLOUR_NONE: 0, COLOUR_RED: 1 } },
      },
    },
  },
};

/** What an empty message is received as. */
const EMPTY = {
  text: '',
  data: new Uint8Array(),
  isSet: false,
  signed: 0,
  count: 0,
  colour: 'COLOUR_NONE',
  inner: null,
  texts: [],
  counts: [],
  inners: [],
  byName: {},
};

const messages: readonly (readonly [string, object])[] = [
  ['nothing', {}],
  ['defaults', EMPTY],
  ['scalars', { text: 'ä€😀', data: Buffer.from([0, 255]), isSet: true, signed: -1, count: 4_294_967_295 }],
  ['a long text', { text: 'x'.repeat(300) }],
  ['a value of an enum', { colour: 'COLOUR_RED' }],
  ['a number that the enum does not have', { colour: 7 }],
  ['an empty message in a message', { inner: {} }],
  ['deep messages', { inner: { inner: { inner: { text: 'y'.repeat(20_000) } } } }],
  ['lists', { texts: ['', 'a'], counts: [0, 1, 300], inners: [{}, { text: 'b' }] }],
  ['a map', { byName: { a: {}, '': { count: 1 }, __proto__x: { text: 'c' } } }],
];

describe('the codec of messages', () => {
  const { encode, decode } = codecsOf(descriptor, 'test.Service')('Message');
  const options = { longs: Number, enums: String, defaults: true, arrays: true, objects: true };
  const library = (fromJSON(descriptor, options)['test.Service'] as Record<string, unknown>)[
    'Call'
  ] as MethodDefinition<object, object>;
  const plain = (value: object): unknown =>
    JSON.parse(JSON.stringify(value, (_key, each: unknown) => (each instanceof Uint8Array ? [...each] : each)));

  for (const [what, message] of messages) {
    it(`agrees with the library on ${what}`, () => {
      const theirs = plain(library.responseDeserialize(library.requestSerialize(message)));
      const fromBuffers = (text: unknown): unknown =>
        JSON.parse(JSON.stringify(text).replaceAll(/\{"type":"Buffer","data":(\[[\d,]*\])\}/g, '$1'));
      assert.deepEqual(fromBuffers(plain(decode(library.requestSerialize(message)))), fromBuffers(theirs));
      assert.deepEqual(fromBuffers(plain(library.responseDeserialize(encode(message)))), fromBuffers(theirs));
    });
  }

  it('skips unknown fields and fields of another wire type', () => {
    const text = [0x0a, 1, 0x61];
    const unknown = [0xa2, 6, 1, 0x62, 0x98, 6, 5];
    const others = [0x08, 1, 0x1a, 1, 0];
    assert.equal((decode(Buffer.from([...unknown, ...others, ...text])) as { text: string }).text, 'a');
  });

  it('takes numbers of a list packed or one by one', () => {
    const { counts } = decode(Buffer.from([0x4a, 3, 1, 0xac, 2, 0x48, 5])) as { counts: number[] };
    assert.deepEqual(counts, [1, 300, 5]);
  });

  const malformed: readonly (readonly [string, readonly number[]])[] = [
    ['a truncated text', [0x0a, 5, 0x61]],
    ['a truncated number', [0x28, 0x80]],
    ['text that is not UTF-8', [0x0a, 1, 0xff]],
    ['an inner message longer than the outer one', [0x3a, 2, 0x0a, 9]],
    ['a tag of 0', [0, 0]],
  ];
  for (const [what, bytes] of malformed) {
    it(`refuses ${what}`, () => {
      assert.throws(() => decode(Buffer.from(bytes)), { name: 'ProtobufError' });
    });
  }

  it('limits the nesting', () => {
    let bytes = Buffer.alloc(0);
    for (let depth = 0; depth < 200; depth += 1) {
      const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
      bytes = Buffer.concat([Buffer.from([0x3a, ...length]), bytes]);
    }
    assert.throws(() => decode(bytes), { name: 'ProtobufError', message: /nest deeper/ });
  });
});
