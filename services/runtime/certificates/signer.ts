import * as der from './der.js';
import type { ReadPair } from './inspect.js';
import type { Issuer } from './issue.js';
import { readValue, readValues } from './read-der.js';

const SUBJECT_KEY_IDENTIFIER = der.oid('2.5.29.14');
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

/**
 * A CA created by another program, as a signer. Its name and key identifier are copied byte for byte, because verifiers
 * compare bytes.
 */
export function signerOf({ cert, key }: ReadPair): Issuer {
  // RFC 5280, 4.1: version (absent in v1), serial number, algorithm, issuer, validity, subject, …
  const [body] = readValues(readValue(cert.raw).content);
  const fields = readValues(body?.content ?? Buffer.alloc(0));
  const subject = fields.filter(({ tag }) => tag !== VERSION)[4];
  if (subject === undefined) throw new TypeError('the certificate has no subject');
  const list = fields.find(({ tag }) => tag === EXTENSIONS);
  const extensions = list === undefined ? [] : readValues(readValue(list.content).content);
  const identifier = extensions
    .map(({ content }) => readValues(content))
    .find(([id]) => id?.whole.equals(SUBJECT_KEY_IDENTIFIER) === true)
    ?.at(-1);
  return {
    subject: subject.whole,
    privateKey: key,
    publicKey: cert.publicKey,
    ...(identifier && { keyIdentifier: readValue(identifier.content).content }),
  };
}
