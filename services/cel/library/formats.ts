import { requestUriProblem } from '@pilothouse/apimachinery/names/url.js';
import { dns1035Label, dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { formatCheck } from '@pilothouse/apimachinery/structural/formats.js';
import { ArrayList } from '../values/list.js';
import { NONE, Opaque, Optional, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const TYPE = 'kubernetes.NamedFormat';

/** A named string format. */
export class Format extends Opaque {
  readonly typeName = TYPE;
  readonly key: string;
  readonly problems: (text: string) => readonly string[];
  /** The pattern length that determines the cost of a check. */
  readonly patternLength: number;

  constructor(key: string, patternLength: number, problems: (text: string) => readonly string[]) {
    super();
    this.key = key;
    this.patternLength = patternLength;
    this.problems = problems;
  }
}

const UUID_LENGTH = 80;
const BASE64_LENGTH = 84;
const URL_LENGTH = 1103;
const TIME_LENGTH = 163;

/** The name to validate in place of a `generateName` prefix, which may end with a dash. */
const prefix = (text: string): string => (text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
const known =
  (format: string, problem: string): ((text: string) => readonly string[]) =>
  (text) =>
    formatCheck(format)?.(text) === true ? [] : [problem];

const FORMATS: ReadonlyMap<string, Format> = new Map(
  [
    new Format('dns1123Label', 30, dnsLabel),
    new Format('dns1123Subdomain', 60, (text) => dnsSubdomain(text)),
    new Format('dns1035Label', 30, dns1035Label),
    new Format('qualifiedName', 60, qualifiedName),
    new Format('dns1123LabelPrefix', 30, (text) => dnsLabel(prefix(text))),
    new Format('dns1123SubdomainPrefix', 60, (text) => dnsSubdomain(prefix(text))),
    new Format('dns1035LabelPrefix', 30, (text) => dns1035Label(prefix(text))),
    new Format('labelValue', 40, labelValue),
    new Format('uri', URL_LENGTH, (text) => {
      const problem = requestUriProblem(text);
      return problem === undefined ? [] : [problem];
    }),
    new Format('uuid', UUID_LENGTH, known('uuid', 'does not match the UUID format')),
    new Format('byte', BASE64_LENGTH, known('byte', 'invalid base64')),
    new Format('date', TIME_LENGTH, known('date', 'invalid date')),
    new Format('datetime', TIME_LENGTH, known('datetime', 'invalid datetime')),
  ].map((format) => [format.key, format]),
);

/** Kubernetes' `format.dns1123Label().validate(text)`: none if the text has the format, else the errors. */
export const formats: readonly Overload[] = [
  ...[...FORMATS].map(([name, format]) => overload(`format.${name}(): ${TYPE}`, `format.${name}`, () => format)),
  overload(`format.named(string): optional<${TYPE}>`, 'format-named', ([name]): Value => {
    const format = FORMATS.get(textOf(name));
    return format === undefined ? NONE : new Optional(format);
  }),
  overload(`${TYPE}.validate(string): optional<list<string>>`, 'format-validate', ([format, text], run): Value => {
    run.work(textOf(text).length);
    const problems = format instanceof Format ? format.problems(textOf(text)) : [];
    return problems.length === 0 ? NONE : new Optional(new ArrayList(problems));
  }),
];
