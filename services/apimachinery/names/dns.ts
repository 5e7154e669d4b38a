import { formatMessage, type Problems, utf8Length } from './messages.js';

// Each pattern matches invalid input. None backtracks, so validation takes linear time.
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

const WILDCARD_MESSAGE = formatMessage({
  rule: "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  examples: ['*.example.com'],
  regex: String.raw`\*\.${LABEL_REGEX}(\.${LABEL_REGEX})*`,
});

const LABEL_1035_MESSAGE = formatMessage({
  rule: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
  regex: '[a-z]([-a-z0-9]*[a-z0-9])?',
});

/** Validates a DNS label (RFC 1123), such as the name of a Namespace. */
export function dnsLabel(value: string): Problems {
  const problems = lengthProblems(value, LABEL_LENGTH);
  if (WRONG_IN_LABEL.test(value)) {
    problems.push(WRONG_IN_SUBDOMAIN.test(value) ? LABEL_MESSAGE : 'must not contain dots');
  }
  return problems;
}

/** Validates a DNS subdomain, such as most object names. */
export function dnsSubdomain(value: string, unit: LengthUnit = 'characters'): Problems {
  const problems = lengthProblems(value, SUBDOMAIN_LENGTH, unit);
  if (WRONG_IN_SUBDOMAIN.test(value)) problems.push(SUBDOMAIN_MESSAGE);
  return problems;
}

/** Validates a DNS subdomain whose first label is `*` (RFC 1034), such as a host of an Ingress. */
export function wildcardSubdomain(value: string): Problems {
  const problems = lengthProblems(value, SUBDOMAIN_LENGTH);
  const isWildcard = value.startsWith('*.') && !WRONG_IN_SUBDOMAIN.test(value.slice(2));
  return isWildcard ? problems : [...problems, WILDCARD_MESSAGE];
}

/** Validates a DNS label by RFC 1035, which begins with a letter, such as a Service name. */
export function dns1035Label(value: string): Problems {
  const problems = lengthProblems(value, LABEL_LENGTH);
  if (WRONG_IN_1035_LABEL.test(value)) problems.push(LABEL_1035_MESSAGE);
  return problems;
}

/** The unit in messages about bytes, which differs between Kubernetes' messages. */
type LengthUnit = 'bytes' | 'characters';

function lengthProblems(value: string, maxLength: number, unit: LengthUnit = 'characters'): Problems {
  return utf8Length(value) > maxLength ? [`must be no more than ${maxLength} ${unit}`] : [];
}
