import type protobuf from 'protobufjs';

/** The options declared in `pilothouse/options.proto`, by the message that holds them. */
export type Declared = ReadonlyMap<string, ReadonlyMap<string, { readonly type: string; readonly repeated: boolean }>>;

export interface TypeRules {
  readonly kind?: boolean;
  readonly atomic?: boolean;
  readonly json?: string;
}

export interface ResourceRules {
  readonly plural?: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly short_names?: readonly string[];
  readonly categories?: readonly string[];
}

export interface FieldRules {
  readonly required?: boolean;
  readonly immutable?: boolean;
  readonly always?: boolean;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly key_format?: string;
  readonly max_length?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly list_type?: string;
  readonly list_map_keys?: readonly string[];
  readonly map_type?: string;
  readonly patch_strategy?: string;
  readonly patch_merge_key?: string;
  readonly inline?: boolean;
  readonly changeable?: boolean;
  readonly json_name?: string;
}

const FORMATS = ['dnsLabel', 'dnsSubdomain', 'qualifiedName', 'labelValue', 'configKey', 'uuid'];

/** The allowed values of text options. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  json: ['time', 'microTime', 'quantity', 'intOrString', 'rawExtension', 'fieldsV1', 'json', 'list', 'choice'],
  scope: ['Namespaced', 'Cluster'],
  format: FORMATS,
  key_format: FORMATS,
  list_type: ['atomic', 'set', 'map'],
  map_type: ['atomic', 'granular'],
  patch_strategy: ['merge', 'retainKeys', 'merge,retainKeys', 'replace'],
};

export function readDeclared(root: protobuf.Root): Declared {
  return new Map(
    ['TypeRules', 'ResourceRules', 'FieldRules'].map((name) => [
      name,
      new Map(
        root
          .lookupType(`pilothouse.${name}`)
          .fieldsArray.map((field) => [field.name, { type: field.type, repeated: field.repeated }]),
      ),
    ]),
  );
}

/** The allowed options of messages and fields. */
const MESSAGE_OPTIONS = ['type', 'resource'] as const;
const FIELD_OPTIONS = ['field'] as const;

/** The option `option` of `object`, validated against its declaration. `fail` throws. */
export function readRules(
  object: protobuf.ReflectionObject,
  option: (typeof MESSAGE_OPTIONS | typeof FIELD_OPTIONS)[number],
  declared: ReadonlyMap<string, { readonly type: string; readonly repeated: boolean }>,
  fail: (message: string) => never,
): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  const parsed = (object.parsedOptions ?? []) as Record<string, Record<string, unknown>>[];
  for (const [name, value] of parsed.flatMap((entry) => Object.entries(entry))) {
    const known = option === 'field' ? FIELD_OPTIONS : MESSAGE_OPTIONS;
    if (!known.some((each) => name === `(pilothouse.${each})`)) fail(`unknown option ${name}`);
    if (name !== `(pilothouse.${option})`) continue;
    if (typeof value !== 'object') fail(`option ${name} must be in braces`);
    for (const [rule, given] of Object.entries(value)) {
      const declaration = declared.get(rule);
      if (declaration === undefined) fail(`unknown option ${rule} in ${name}`);
      if (rule in rules) fail(`option ${rule} is given twice`);
      rules[rule] = checkedValue(rule, given, declaration, fail);
    }
  }
  return rules;
}

function checkedValue(
  rule: string,
  given: unknown,
  { type, repeated }: { readonly type: string; readonly repeated: boolean },
  fail: (message: string) => never,
): unknown {
  if (repeated !== Array.isArray(given)) fail(`option ${rule} ${repeated ? 'must' : 'may not'} be a list`);
  const wanted = type === 'bool' ? 'boolean' : type === 'string' ? 'string' : 'number';
  for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
    const fits = typeof value === wanted && (wanted !== 'number' || Number.isSafeInteger(value));
    if (!fits) fail(`option ${rule} must be of type ${type}, not ${JSON.stringify(value)}`);
    const words = WORDS[rule];
    if (words !== undefined && !words.includes(value as string)) {
      fail(`option ${rule} must be one of ${words.join(', ')}, not ${JSON.stringify(value)}`);
    }
  }
  return given;
}
