import { dnsLabel, dnsSubdomain, SUBDOMAIN_LENGTH } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length, type Problems } from '@pilothouse/apimachinery/names/messages.js';
import { invalid, required, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { AuthorizableResource } from '../definition/authorizer.js';

/** A domain, a slash, a namespace, a dot and a name. */
const MAX_LENGTH = SUBDOMAIN_LENGTH + 1 + 63 + 1 + SUBDOMAIN_LENGTH;

/** Validates the name of a signer, such as `example.com/signer` (Kubernetes' ValidateSignerName). */
export function validateSignerName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field)];
  const [domain = '', path, ...more] = name.split('/');
  if (path === undefined || more.length > 0) {
    const text = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalid(field, name, text)];
  }
  const errors = utf8Length(domain) > SUBDOMAIN_LENGTH ? [tooLong(field, SUBDOMAIN_LENGTH)] : [];
  errors.push(...firstWrong(domain, dnsLabel, field));
  if (!domain.includes('.')) {
    errors.push(invalid(field, domain, 'should be a domain with at least two segments separated by dots'));
  }
  errors.push(...firstWrong(path, (label) => dnsSubdomain(label), field));
  return utf8Length(name) > MAX_LENGTH ? [...errors, tooLong(field, MAX_LENGTH)] : errors;
}

/** The permissions of which each allows a verb on a signer: on it, or on all signers of its domain. */
export function signerPermissions({ group, verb, signerName }: SignerAccess): AuthorizableResource[] {
  const [domain = ''] = signerName.split('/');
  const signers = { type: 'resource', verb, group, version: '*', resource: 'signers', subresource: '' } as const;
  return [signerName, `${domain}/*`].map((name) => ({ ...signers, namespace: '', name }));
}

export interface SignerAccess {
  /** The group of the signers. */
  readonly group: string;
  readonly verb: 'approve' | 'attest' | 'sign';
  readonly signerName: string;
}

/** The errors of the first label that is wrong. */
function firstWrong(text: string, rule: (label: string) => Problems, field: string): FieldError[] {
  for (const label of text.split('.')) {
    const problems = rule(label);
    if (problems.length === 0) continue;
    return problems.map((problem) => invalid(field, text, `validating label ${JSON.stringify(label)}: ${problem}`));
  }
  return [];
}
