import assert from 'node:assert/strict';
import { decodeEnvelope, encodeEnvelope, encodeWatchEvent, isEnvelope } from './envelope.js';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('protobuf/envelope', () => {
  it('joins the prefix, the type and the object', () => {
    const body = encodeEnvelope({ apiVersion: 'v1', kind: 'Pod', raw: hex('0a 00') });
    assert.deepEqual(Buffer.from(body), hex('6b 38 73 00 0a 09 0a 02 76 31 12 03 50 6f 64 12 02 0a 00 1a 00 22 00'));
    assert.ok(isEnvelope(body));
  });

  it('round-trips', () => {
    const envelope = {
      apiVersion: 'apps/v1',
      kind: 'A',
      raw: hex('01 02 03'),
      contentEncoding: 'gzip',
      contentType: 'application/json',
    };
    const { raw, ...rest } = decodeEnvelope(encodeEnvelope(envelope));
    assert.deepEqual({ ...rest, raw: Buffer.from(raw) }, envelope);
  });

  it('reads absent fields as empty', () => {
    const { raw, ...rest } = decodeEnvelope(hex('6b 38 73 00 78 01'));
    assert.deepEqual(rest, { apiVersion: '', kind: '', contentEncoding: '', contentType: '' });
    assert.equal(raw.length, 0);
  });

  const refused: readonly (readonly [bytes: string, message: string])[] = [
    ['', 'empty data'],
    ['6b 38 73 00', 'empty body'],
    ['6b 38 73 01 00', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
    ['7b 7d', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
    ['6b 38 73 00 0a 09', 'unexpected EOF'],
  ];
  for (const [bytes, message] of refused) {
    it(`rejects "${bytes}"`, () => {
      assert.equal(isEnvelope(hex(bytes)), bytes.startsWith('6b 38 73 00'));
      assert.throws(() => decodeEnvelope(hex(bytes)), { name: 'ProtobufError', message });
    });
  }

  it('wraps an object in a watch event', () => {
    assert.deepEqual(
      Buffer.from(encodeWatchEvent('ADDED', hex('aa bb'))),
      hex('0a 05 41 44 44 45 44 12 04 0a 02 aa bb'),
    );
  });
});
