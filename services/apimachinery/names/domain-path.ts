import { invalid, invalidEach, required, type FieldError } from '../status/field-error.js';
import { dnsSubdomain } from './dns.js';

const PATH_MESSAGE = String.raw`Invalid path (regex used for validation is '[A-Za-z0-9/\-._~%!$&'()*+,;=:]+')`;
const WRONG_IN_PATH = /[^\w/\-.~%!$&'()*+,;=:]/;

/** Validates a path with a domain as prefix, such as `acme.io/controller` (Kubernetes' IsDomainPrefixedPath). */
export function domainPrefixedPath(field: string, value: string): FieldError[] {
  if (value === '') return [required(field)];
  const slash = value.indexOf('/');
  const [host, path] = [value.slice(0, slash), value.slice(slash + 1)];
  if (slash < 1 || path === '') {
    return [invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const errors = invalidEach(field, host, dnsSubdomain(host));
  return WRONG_IN_PATH.test(path) ? [...errors, invalid(field, path, PATH_MESSAGE)] : errors;
}
