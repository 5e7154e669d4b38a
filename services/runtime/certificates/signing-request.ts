import { checkSignature, readPublicKey, type SignatureKey } from './check-signature.js';
import * as der from './der.js';
import { DerError, expectTag, readOnly, readValue, readValues, type DerValue } from './read-der.js';

/** A certificate signing request (PKCS#10, RFC 2986). Only the parts that the server needs are kept. */
export interface SigningRequest {
  /** The common name of the subject; empty if it has none. Of several the last one, as in Go. */
  readonly commonName: string;
  /** Organisations of the subject, which become groups of the user. */
  readonly organizations: readonly string[];
  readonly key: SignatureKey;
  /** Checks the signature by the key of the request. Throws SignatureError. */
  readonly checkSignature: () => void;
}

const BIT_STRING = 0x03;
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const BOOLEAN = 0x01;
const ATTRIBUTES = 0xa0;

const COMMON_NAME = der.oid('2.5.4.3');
const ORGANIZATION = der.oid('2.5.4.10');
const EXTENSION_REQUEST = der.oid('1.2.840.113549.1.9.14');
const ALTERNATIVE_NAMES = der.oid('2.5.29.17');

/** Reads a request in DER. Throws DerError, and SignatureError for an invalid key. */
export function readSigningRequest(bytes: Buffer): SigningRequest {
  const [body, algorithm, signature] = readValues(readOnly(bytes, SEQUENCE).content);
  const info = expectTag(body, SEQUENCE);
  const [version, subject, key, ...attributes] = readValues(info.content);
  expectTag(version, INTEGER);
  const publicKey = readPublicKey(expectTag(key, SEQUENCE));
  const signed = {
    body: info.whole,
    algorithm: expectTag(algorithm, SEQUENCE),
    signature: expectTag(signature, BIT_STRING),
  };
  const names = namesOf(expectTag(subject, SEQUENCE));
  const valuesOf = (wanted: Buffer): string[] => names.flatMap(({ id, text }) => (id.equals(wanted) ? [text] : []));
  const organizations = valuesOf(ORGANIZATION);
  const commonName = valuesOf(COMMON_NAME).at(-1) ?? '';
  for (const { tag, content } of attributes) if (tag === ATTRIBUTES) checkExtensions(readValues(content));
  return { commonName, organizations, key: publicKey, checkSignature: () => checkSignature(signed, publicKey) };
}

/** The attributes of a subject that are text. */
function namesOf({ content }: DerValue): { readonly id: Buffer; readonly text: string }[] {
  return readValues(content).flatMap((names) =>
    readValues(expectTag(names, SET).content).flatMap((attribute) => {
      const [id, value] = readValues(expectTag(attribute, SEQUENCE).content);
      if (id === undefined || value === undefined) throw new DerError('an attribute of the subject is incomplete');
      const text = textOf(value);
      return text === undefined ? [] : [{ id: id.whole, text }];
    }),
  );
}

/** UTF8String, NumericString, PrintableString, T61String, IA5String and BMPString; undefined for other types. */
function textOf({ tag, content }: DerValue): string | undefined {
  if (tag === 0x1e && content.length % 2 === 0) return Buffer.from(content).swap16().toString('utf16le');
  return [0x0c, 0x12, 0x13, 0x14, 0x16].includes(tag) ? content.toString(tag === 0x14 ? 'latin1' : 'utf8') : undefined;
}

/** Checks the requested extensions, which signers read: each once, and valid alternative names. */
function checkExtensions(attributes: readonly DerValue[]): void {
  const request = attributes
    .map(({ content }) => readValues(content))
    .find(([id, values]) => id?.whole.equals(EXTENSION_REQUEST) === true && values?.content.length !== 0);
  const values = request?.[1];
  if (values === undefined) return;
  const seen = new Set<string>();
  for (const extension of readValues(expectTag(readValue(expectTag(values, SET).content), SEQUENCE).content)) {
    const [id, ...rest] = readValues(expectTag(extension, SEQUENCE).content);
    const name = id?.whole.toString('hex') ?? '';
    if (seen.has(name)) throw new DerError('x509: certificate request contains duplicate requested extensions');
    seen.add(name);
    const value = expectTag(rest[0]?.tag === BOOLEAN ? rest[1] : rest[0], OCTET_STRING);
    if (id?.whole.equals(ALTERNATIVE_NAMES) === true) checkNames(value.content);
  }
}

/** Tags of GeneralName (RFC 5280) that are ASCII: email address, DNS name and URI. */
const ASCII_NAMES = [0x81, 0x82, 0x86];
const ADDRESS = 0x87;

function checkNames(names: Buffer): void {
  for (const { tag, content } of readValues(readOnly(names, SEQUENCE).content)) {
    if (ASCII_NAMES.includes(tag) && content.some((byte) => byte > 0x7f)) {
      throw new DerError('x509: SAN is malformed: a name has other characters than ASCII');
    }
    if (tag === ADDRESS && content.length !== 4 && content.length !== 16) {
      throw new DerError(`x509: cannot parse IP address of length ${content.length}`);
    }
  }
}
