import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { formatMessage, utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  invalid,
  invalidEach,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';

const MAX_POOL_NAME = 253;
const MAX_IDENTIFIER = 32;

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const IDENTIFIER_MESSAGE = formatMessage({
  rule: "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  examples: ['my_name', 'MY_NAME', 'MyName'],
  regex: '[A-Za-z_][A-Za-z0-9_]*',
});

/** Validates a DNS label, such as the name of a device, a request or a counter. */
export function label(name: string, field: string): FieldError[] {
  return invalidEach(field, name, dnsLabel(name));
}

/** Validates a DNS subdomain, such as the name of a node. */
export function subdomain(name: string, field: string): FieldError[] {
  return invalidEach(field, name, dnsSubdomain(name));
}

/** Validates a required name of a DeviceClass. */
export function className(name: string, field: string): FieldError[] {
  return name === '' ? [required(field)] : subdomain(name, field);
}

/** Validates a label key, such as the key of a taint or the type of a condition. */
export function labelKey(key: string, field: string): FieldError[] {
  return invalidEach(field, key, qualifiedName(key));
}

/** Validates a label value. */
export function labelText(value: string, field: string): FieldError[] {
  return invalidEach(field, value, labelValue(value));
}

/** Validates the name of a pool: DNS subdomains, separated by slashes. */
export function poolName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field)];
  return [
    ...(utf8Length(name) > MAX_POOL_NAME ? [tooLong(field, MAX_POOL_NAME)] : []),
    ...name.split('/').flatMap((part) => subdomain(part, field)),
  ];
}

/** Validates the name of an attribute or a capacity: an identifier with an optional domain. More parts are not judged. */
export function attributeName(name: string, field: string): FieldError[] {
  const [first = '', second, ...more] = name.split('/');
  if (second === undefined) return identifier(first, field);
  if (more.length > 0) return [];
  return [
    ...(first === '' ? [invalid(field, '', 'the domain must not be empty')] : validateDriverName(first, field)),
    ...(second === '' ? [invalid(field, '', 'the name must not be empty')] : identifier(second, field)),
  ];
}

/** Validates the name of an attribute with its domain. */
export function fullAttributeName(name: string, field: string): FieldError[] {
  const errors = attributeName(name, field);
  if (name.includes('/')) return errors;
  const text = 'a fully qualified name must be a domain and a name separated by a slash';
  return [...errors, invalid(field, name, text)];
}

function identifier(name: string, field: string): FieldError[] {
  return [
    ...(utf8Length(name) > MAX_IDENTIFIER ? [tooLong(field, MAX_IDENTIFIER)] : []),
    ...(IDENTIFIER.test(name) ? [] : [invalid(field, name, IDENTIFIER_MESSAGE)]),
  ];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BARE_UUID = /^[0-9a-f]{32}$/i;
const URN = 'urn:uuid:';

/** Validates a UUID in lower case. Other forms of a UUID have a message of their own. */
export function uuid(value: string, field: string): FieldError[] {
  const problem = uuidProblem(value);
  if (problem !== undefined) return [invalid(field, value, `error validating uid: ${problem}`)];
  if (value.length === 36 && value === value.toLowerCase()) return [];
  const form = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
  const text = `uid must be in RFC 4122 normalized form, \`${form}\` with lowercase hexadecimal characters`;
  return [invalid(field, value, text)];
}

function uuidProblem(value: string): string | undefined {
  const wrong = (isValid: boolean): string | undefined => (isValid ? undefined : 'invalid UUID format');
  switch (utf8Length(value)) {
    case 36:
      return wrong(UUID.test(value));
    case 36 + URN.length:
      if (value.slice(0, URN.length).toLowerCase() === URN) return wrong(UUID.test(value.slice(URN.length)));
      return `invalid urn prefix: ${JSON.stringify(value.slice(0, URN.length))}`;
    case 38:
      if (value.startsWith('{') && value.endsWith('}')) return wrong(UUID.test(value.slice(1, -1)));
      return 'invalid bracketed UUID format';
    case 32:
      return wrong(BARE_UUID.test(value));
    default:
      return `invalid UUID length: ${utf8Length(value)}`;
  }
}
