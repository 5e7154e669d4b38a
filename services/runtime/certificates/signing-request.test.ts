import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { SignatureError } from './check-signature.js';
import * as der from './der.js';
import { DerError } from './read-der.js';
import { readSigningRequest } from './signing-request.js';

const EXTENSION_REQUEST = der.oid('1.2.840.113549.1.9.14');
const ALTERNATIVE_NAMES = der.oid('2.5.29.17');
const INTEGER_0 = der.unsignedInteger(Buffer.from([0]));

interface Parts {
  readonly organizations?: readonly Buffer[];
  readonly algorithm?: string;
  readonly extensions?: readonly Buffer[];
  readonly signer?: KeyObject;
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function request({ organizations = [], algorithm = '1.2.840.10045.4.3.2', extensions, signer }: Parts = {}): Buffer {
  const subject = organizations.map((value) => der.set(der.sequence(der.oid('2.5.4.10'), value)));
  const requested = extensions && der.sequence(EXTENSION_REQUEST, der.set(der.sequence(...extensions)));
  const body = der.sequence(
    INTEGER_0,
    der.sequence(...subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(0, ...(requested === undefined ? [] : [requested])),
  );
  const signature = sign('sha256', body, signer ?? keys.privateKey);
  return der.sequence(body, der.sequence(der.oid(algorithm)), der.bitString(signature));
}

const names = (...values: Buffer[]): Buffer =>
  der.sequence(ALTERNATIVE_NAMES, der.octetString(der.sequence(...values)));

describe('a certificate signing request', () => {
  it('has the organisations of its subject, in every form of text', () => {
    const printable = Buffer.from([0x13, 1, 0x61]);
    const wide = Buffer.from([0x1e, 4, 0x01, 0x61, 0, 0x62]);
    const number = der.unsignedInteger(Buffer.from([1]));
    const { organizations, checkSignature } = readSigningRequest(
      request({ organizations: [der.utf8String('devs'), printable, wide, number] }),
    );
    assert.deepEqual(organizations, ['devs', 'a', 'šb']);
    checkSignature();
  });

  it('is signed with its own key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { checkSignature } = readSigningRequest(request({ signer: privateKey }));
    assert.throws(checkSignature, /^SignatureError: x509: ECDSA verification failure$/);
  });

  it('needs an algorithm for its key', () => {
    const rsa = readSigningRequest(request({ algorithm: '1.2.840.113549.1.1.11' }));
    assert.throws(rsa.checkSignature, /specifies an RSA public key, but have public key of type \*ecdsa\.PublicKey$/);
    const md5 = readSigningRequest(request({ algorithm: '1.2.840.113549.1.1.4' }));
    assert.throws(md5.checkSignature, /algorithm unimplemented$/);
  });

  it('has each extension once, and valid alternative names', () => {
    const valid = names(der.implicit(2, Buffer.from('a.example.com')), der.implicit(7, Buffer.alloc(16)));
    readSigningRequest(request({ extensions: [valid] })).checkSignature();
    const wrong = [
      [valid, valid],
      [names(der.implicit(7, Buffer.alloc(5)))],
      [names(der.implicit(2, Buffer.from('é')))],
      [der.sequence(ALTERNATIVE_NAMES)],
    ];
    for (const extensions of wrong) assert.throws(() => readSigningRequest(request({ extensions })), DerError);
  });

  it('is refused in every truncated or changed form, never with another error', () => {
    const whole = request({ organizations: [der.utf8String('devs')], extensions: [names()] });
    for (let length = 0; length < whole.length; length++) {
      assert.throws(() => readSigningRequest(whole.subarray(0, length)), DerError);
    }
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
      assert.throws(
        () => readSigningRequest(changed).checkSignature(),
        (error) => error instanceof DerError || error instanceof SignatureError,
        `byte ${at}`,
      );
    }
  });
});
