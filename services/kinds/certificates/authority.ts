import { X509Certificate } from 'node:crypto';
import * as der from '@pilothouse/runtime/certificates/der.js';
import { DerError, readOnly, readValues } from '@pilothouse/runtime/certificates/read-der.js';

const [BOOLEAN, OCTET_STRING, SEQUENCE, EXTENSIONS] = [0x01, 0x04, 0x30, 0xa3];
const BASIC_CONSTRAINTS = der.oid('2.5.29.19');

/** A certificate in DER; undefined for other bytes. */
export function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    readOnly(bytes, SEQUENCE);
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

/** Whether the basic constraints of a certificate (RFC 5280, section 4.2.1.9) make it an authority. */
export function isAuthority({ raw }: X509Certificate): boolean {
  try {
    const [body] = readValues(readOnly(raw, SEQUENCE).content);
    const list = readValues(body?.content ?? Buffer.alloc(0)).find(({ tag }) => tag === EXTENSIONS);
    if (list === undefined) return false;
    const extensions = readValues(readOnly(list.content, SEQUENCE).content).map(({ content }) => readValues(content));
    const found = extensions.find(([id]) => id?.whole.equals(BASIC_CONSTRAINTS) === true);
    const value = found?.find(({ tag }) => tag === OCTET_STRING);
    if (value === undefined) return false;
    const [flag] = readValues(readOnly(value.content, SEQUENCE).content);
    return flag?.tag === BOOLEAN && flag.content[0] !== 0;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}
