import assert from 'node:assert/strict';
import * as der from './der.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('der', () => {
  const integers: readonly (readonly [string, string])[] = [
    ['', '020100'],
    ['00', '020100'],
    ['0000', '020100'],
    ['7f', '02017f'],
    ['80', '02020080'],
    ['0080', '02020080'],
    ['0100', '02020100'],
  ];
  for (const [bytes, expected] of integers) {
    it(`writes the unsigned integer ${JSON.stringify(bytes)}`, () => {
      assert.equal(hex(der.unsignedInteger(Buffer.from(bytes, 'hex'))), expected);
    });
  }

  // The first is the example of X.690, 8.19.5.
  const oids: readonly (readonly [string, string])[] = [
    ['2.999.3', '0603883703'],
    ['1.2.840.113549', '06062a864886f70d'],
    ['2.5.29.17', '0603551d11'],
    ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ];
  for (const [dotted, expected] of oids) {
    it(`writes the object identifier ${dotted}`, () => assert.equal(hex(der.oid(dotted)), expected));
  }

  const lengths: readonly (readonly [number, string])[] = [
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65536, '0483010000'],
  ];
  for (const [length, expected] of lengths) {
    it(`writes a length of ${length}`, () => {
      const bytes = der.octetString(Buffer.alloc(length));
      assert.equal(hex(bytes.subarray(0, bytes.length - length)), expected);
    });
  }

  const times: readonly (readonly [string, string])[] = [
    ['2049-12-31T23:59:59.999Z', '\x17\x0d491231235959Z'],
    ['2050-01-01T00:00:00.000Z', '\x18\x0f20500101000000Z'],
  ];
  for (const [iso, expected] of times) {
    it(`writes the time ${iso}`, () => assert.equal(der.time(new Date(iso)).toString('latin1'), expected));
  }
});
