import { SUBDOMAIN_LENGTH } from './dns.js';
import { formatMessage, type Problems, utf8Length } from './messages.js';

const MESSAGE = formatMessage({
  rule: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  examples: ['key.name', 'KEY_NAME', 'key-name'],
  regex: '[-._a-zA-Z0-9]+',
});

/** Validates a key of a ConfigMap's or Secret's data, which can become a file name. */
export function configMapKey(value: string): Problems {
  const problems: Problems = [];
  if (utf8Length(value) > SUBDOMAIN_LENGTH) problems.push(`must be no more than ${SUBDOMAIN_LENGTH} characters`);
  if (/^$|[^-.\w]/.test(value)) problems.push(MESSAGE);
  if (value === '.' || value === '..') problems.push(`must not be '${value}'`);
  else if (value.startsWith('..')) problems.push("must not start with '..'");
  return problems;
}
