import assert from 'node:assert/strict';
import { assert as check, constantFrom, integer, nat, pre, property, record, string } from 'fast-check';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { continueTokens } from './continue-token.js';

const tokens = continueTokens(() => Buffer.from('a key that replicas share'));
const HERE = '/configmaps/default/';

function refuses(text: string, message: RegExp, collection = HERE): void {
  assert.throws(
    () => tokens.decode(text, collection),
    (error) => error instanceof StatusError && error.code === 400 && message.test(error.message),
  );
}

describe('continue tokens', () => {
  const parts = record(
    { revision: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), start: string(), following: nat() },
    { requiredKeys: ['revision', 'start'] },
  );

  it('round-trip on every replica', () => {
    const replica = continueTokens(() => Buffer.from('a key that replicas share'));
    check(
      property(parts, string(), (token, collection) => {
        assert.deepEqual(replica.decode(tokens.encode(token, collection), collection), { ...token });
      }),
    );
  });

  it('are refused after any change', () => {
    const text = tokens.encode({ revision: 5, start: 'some-name', following: 3 }, HERE);
    check(
      property(nat(text.length - 1), constantFrom('A', 'a', '0', '_', '-'), (index, character) => {
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        pre(changed !== text);
        refuses(changed, /^continue key is not valid: /);
      }),
    );
  });

  it('are valid only for their collection', () => {
    const text = tokens.encode({ revision: 5, start: 'a' }, HERE);
    for (const other of ['/configmaps/', '/configmaps/other/', '/secrets/default/']) {
      refuses(text, /it was not made for this collection by this API/, other);
    }
  });

  const foreign: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /not a token of this API/],
    ['x', /not a token of this API/],
    ['AAAA', /not a token of this API/],
    [Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":"a"}').toString('base64url'), /does not recognize this encoded/],
    [continueTokens(() => Buffer.from('another key')).encode({ revision: 5, start: 'a' }, HERE), /not made for this/],
    [`${tokens.encode({ revision: 5, start: 'a' }, HERE)}=`, /not a token of this API/],
  ];
  for (const [text, message] of foreign) it(`${JSON.stringify(text)} is invalid`, () => refuses(text, message));
});
