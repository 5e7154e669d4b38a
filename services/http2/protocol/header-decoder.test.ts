import assert from 'node:assert/strict';
import { ConnectionError } from './errors.js';
import { headerDecoder } from './header-decoder.js';
import { decodeHuffman } from './huffman.js';

const FIRST = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];

describe('the HPACK decoder', () => {
  /** The requests of RFC 7541, appendix C: the blocks of one list share a connection. */
  const examples: readonly (readonly [name: string, blocks: readonly string[]])[] = [
    [
      'without Huffman',
      [
        '828684410f7777772e6578616d706c652e636f6d',
        '828684be58086e6f2d6361636865',
        '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
      ],
    ],
    [
      'Huffman-coded',
      [
        '828684418cf1e3c2e5f23a6ba0ab90f4ff',
        '828684be5886a8eb10649cbf',
        '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
      ],
    ],
  ];
  for (const [name, blocks] of examples) {
    it(`decodes the RFC's examples, ${name}`, () => {
      const { decode } = headerDecoder(1000);
      const lists = blocks.map((block) => decode(Buffer.from(block, 'hex')).fields);
      assert.deepEqual(lists, [
        FIRST,
        [...FIRST, 'cache-control', 'no-cache'],
        [
          ...FIRST.slice(0, 2),
          ':scheme',
          'https',
          ':path',
          '/index.html',
          ...FIRST.slice(6),
          'custom-key',
          'custom-value',
        ],
      ]);
    });
  }

  it('decodes blocks beyond the size limit to their end, because later ones depend on them', () => {
    const { decode } = headerDecoder(100);
    const name = Buffer.from('x-name').toString('hex');
    const long = decode(Buffer.from(`4006${name}7f00${'61'.repeat(127)}4006${name}0162`, 'hex'));
    assert.equal(long.isTooLarge, true);
    assert.deepEqual(decode(Buffer.from('be', 'hex')), { fields: ['x-name', 'b'], isTooLarge: false });
  });

  it('limits the memory of many references to one large field', () => {
    const { decode } = headerDecoder(64 * 1024);
    const value = Buffer.alloc(4000, 'a').toString('hex');
    decode(Buffer.from(`4001617fa11e${value}`, 'hex'));
    const { fields, isTooLarge } = decode(Buffer.alloc(60_000, 0xbe));
    assert.deepEqual([isTooLarge, fields.length], [true, 32]);
  });

  it('accepts a table size update at the start of a block only', () => {
    const { decode } = headerDecoder(1000);
    decode(Buffer.from('828684410f7777772e6578616d706c652e636f6d', 'hex'));
    assert.deepEqual(decode(Buffer.from('20823fe11f84', 'hex').subarray(0, 2)).fields, [':method', 'GET']);
    assert.throws(() => decode(Buffer.from('be', 'hex')), ConnectionError);
    assert.throws(() => headerDecoder(1000).decode(Buffer.from('8220', 'hex')), /inside a header block/);
  });

  const wrong: readonly (readonly [name: string, hex: string])[] = [
    ['more padding than a byte', '1fff'],
    ['padding that is not ones', '18'],
    ['the end of a string', 'ffffffff'],
  ];
  for (const [name, hex] of wrong) {
    it(`rejects a Huffman-coded string with ${name}`, () => {
      const bytes = Buffer.from(hex, 'hex');
      assert.equal(decodeHuffman(bytes, 0, bytes.length), undefined);
    });
  }
});
