import { formatMessage, type Problems, utf8Length } from './messages.js';

// Each pattern finds what a name must not have. None has a loop, so a long name costs no more than its length.
const WRONG_IN_LABEL = /^$|[^-a-z0-9]|^-|-$/;
const WRONG_IN_SUBDOMAIN = /^$|[^-.a-z0-9]|^[-.]|[-.]$|\.[-.]|-\./;
const WRONG_IN_1035_LABEL = /^$|[^-a-z0-9]|^[^a-z]|-$/;

const LABEL_REGEX = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const LABEL_LENGTH = 63;
export const SUBDOMAIN_LENGTH = 253;

const LABEL_MESSAGE = formatMessage({
  rule: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  examples: ['my-name', '123-abc'],
  regex: LABEL_REGEX,
});

const SUBDOMAIN_MESSAGE = formatMessage({
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ['example.com'],
  regex: String.raw`${LABEL_REGEX}(\.${LABEL_REGEX})*`,
});

const LABEL_1035_MESSAGE = formatMessage({
  rule: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
  regex: '[a-z]([-a-z0-9]*[a-z0-9])?',
});

/** A label of DNS by RFC 1123, such as a namespace's name. */
export function dnsLabel(value: string): Problems {
  const problems = lengthProblems(value, LABEL_LENGTH);
  if (WRONG_IN_LABEL.test(value)) {
    problems.push(WRONG_IN_SUBDOMAIN.test(value) ? LABEL_MESSAGE : 'must not contain dots');
  }
  return problems;
}

/** Labels of DNS with dots between them, such as most objects' names. */
export function dnsSubdomain(value: string, unit: LengthUnit = 'characters'): Problems {
  const problems = lengthProblems(value, SUBDOMAIN_LENGTH, unit);
  if (WRONG_IN_SUBDOMAIN.test(value)) problems.push(SUBDOMAIN_MESSAGE);
  return problems;
}

/** A label of DNS by RFC 1035, which begins with a letter, such as a service's name. */
export function dns1035Label(value: string): Problems {
  const problems = lengthProblems(value, LABEL_LENGTH);
  if (WRONG_IN_1035_LABEL.test(value)) problems.push(LABEL_1035_MESSAGE);
  return problems;
}

/** What a text calls the bytes that are counted: Kubernetes does not do so alike everywhere. */
type LengthUnit = 'bytes' | 'characters';

function lengthProblems(value: string, maxLength: number, unit: LengthUnit = 'characters'): Problems {
  return utf8Length(value) > maxLength ? [`must be no more than ${maxLength} ${unit}`] : [];
}
