import { dnsSubdomain } from './dns.js';
import { formatMessage, MUST_NOT_BE_EMPTY, type Problems, utf8Length } from './messages.js';

const PART_LENGTH = 63;
const PART_REGEX = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const WRONG_IN_NAME = /^$|[^-.\w]|^[-._]|[-._]$/;
const WRONG_IN_VALUE = /[^-.\w]|^[-._]|[-._]$/;

const NAME_MESSAGE = formatMessage({
  rule: "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ['MyName', 'my.name', '123-abc'],
  regex: PART_REGEX,
});

const VALUE_MESSAGE = formatMessage({
  rule: "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ['MyValue', 'my_value', '12345'],
  regex: `(${PART_REGEX})?`,
});

const TOO_LONG = `must be no more than ${PART_LENGTH} bytes`;

/** Validates a key of labels and annotations: a name with an optional DNS subdomain prefix. */
export function qualifiedName(value: string): Problems {
  const [first = '', second, ...more] = value.split('/', 3);
  if (more.length > 0) {
    const message = `a valid label key ${NAME_MESSAGE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
    return [message];
  }
  const problems = second === undefined ? [] : prefixProblems(first);
  const name = second ?? first;
  if (name === '') problems.push(`name part ${MUST_NOT_BE_EMPTY}`);
  else if (utf8Length(name) > PART_LENGTH) problems.push(`name part ${TOO_LONG}`);
  if (WRONG_IN_NAME.test(name)) problems.push(`name part ${NAME_MESSAGE}`);
  return problems;
}

function prefixProblems(prefix: string): Problems {
  const problems = prefix === '' ? [MUST_NOT_BE_EMPTY] : dnsSubdomain(prefix, 'bytes');
  return problems.map((problem) => `prefix part ${problem}`);
}

/** Validates a label value, which may be empty. */
export function labelValue(value: string): Problems {
  const problems = utf8Length(value) > PART_LENGTH ? [TOO_LONG] : [];
  if (WRONG_IN_VALUE.test(value)) problems.push(VALUE_MESSAGE);
  return problems;
}
