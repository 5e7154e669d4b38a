import { X509Certificate } from 'node:crypto';
import { SignatureError } from '@pilothouse/runtime/certificates/check-signature.js';
import { pemBlocks } from '@pilothouse/runtime/certificates/pem.js';
import { DerError, readValues } from '@pilothouse/runtime/certificates/read-der.js';
import { readSigningRequest, type SigningRequest } from '@pilothouse/runtime/certificates/signing-request.js';

/** The request of a CertificateSigningRequest, or its problem. */
export type ParsedRequest =
  { readonly ok: true; readonly request: SigningRequest } | { readonly ok: false; readonly problem: string };

/** Parses a request: PEM in base64 (Kubernetes' ParseCSR). */
export function parseRequest(base64: string): ParsedRequest {
  const [block] = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
  if (block?.type !== 'CERTIFICATE REQUEST') {
    return { ok: false, problem: 'PEM block type must be CERTIFICATE REQUEST' };
  }
  try {
    return { ok: true, request: readSigningRequest(block.bytes) };
  } catch (error) {
    return { ok: false, problem: knownProblem(error) };
  }
}

/** The problem of a request or its signature; undefined if it is valid. */
export function requestProblem(base64: string): string | undefined {
  const parsed = parseRequest(base64);
  if (!parsed.ok) return parsed.problem;
  try {
    parsed.request.checkSignature();
    return undefined;
  } catch (error) {
    return knownProblem(error);
  }
}

/** The problem of a certificate and its chain: PEM in base64. Undefined if they are valid, or absent. */
export function certificateProblem(base64: string): string | undefined {
  if (base64 === '') return undefined;
  let count = 0;
  for (const { type, hasHeaders, bytes } of pemBlocks(Buffer.from(base64, 'base64').toString('latin1'))) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
    count++;
    if (!isCertificate(bytes)) return 'x509: malformed certificate';
  }
  return count === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

function isCertificate(bytes: Buffer): boolean {
  try {
    return readValues(bytes).every(({ whole }) => new X509Certificate(whole).raw.length > 0);
  } catch {
    return false;
  }
}

function knownProblem(error: unknown): string {
  if (error instanceof DerError || error instanceof SignatureError) return error.message;
  throw error;
}
