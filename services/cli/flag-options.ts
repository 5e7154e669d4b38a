import type { FlagDefinition, FlagDeprecation, FlagType } from '@pilothouse/flags/definition.js';
import { Option } from 'commander';

/** What stands for the value in `--help`. */
const PLACEHOLDERS: Record<FlagType, string> = {
  boolean: '[true|false]',
  level: '<level>',
  count: '<number>',
  bytes: '<bytes>',
  port: '<port>',
  chance: '<chance>',
  duration: '<duration>',
  address: '<ip>',
  endpoint: '<ip:port>',
  domain: '<domain>',
  file: '<file>',
  path: '<path>',
  prefix: '<prefix>',
  text: '<text>',
  urls: '<url,…>',
  files: '<file,…>',
  list: '<text,…>',
};

const LISTS: ReadonlySet<FlagType> = new Set(['urls', 'files', 'list']);

/** The flag for commander, which only collects texts: those of a repeated list are joined, else the last one counts. */
export function flagOption(flag: FlagDefinition, texts: Map<string, string>): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const option = new Option(`${short}--${flag.name} ${PLACEHOLDERS[flag.type]}`, flagHelp(flag));
  option.helpGroup(`${flag.group}:`);
  if (flag.type === 'boolean') option.preset('true');
  return option.argParser((text: string) => {
    const plain = flag.short === undefined ? text : text.replace(/^=/, '');
    const before = LISTS.has(flag.type) ? texts.get(flag.name) : undefined;
    texts.set(flag.name, before === undefined ? plain : `${before},${plain}`);
    return plain;
  });
}

/**
 * What is typed, with the value of each boolean flag that stands without one: commander would take the next word for it, be
 * that an argument. As with Go's flags, only `true` and `false` may follow apart from it.
 */
export function withBooleans(args: readonly string[], flags: readonly FlagDefinition[]): string[] {
  const booleans = new Set(flags.filter(({ type }) => type === 'boolean').map(({ name }) => `--${name}`));
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isBare = booleans.has(arg) && (end < 0 || index < end);
    return isBare && !['true', 'false'].includes(args[index + 1] ?? '') ? `${arg}=true` : arg;
  });
}

/** Such as `removed in 1.28; use --x`. */
export function deprecationText({ removedIn, advice }: FlagDeprecation): string {
  return `removed in ${removedIn}; ${advice}`;
}

/** The flag's help with its default and its deprecation. */
export function flagHelp(flag: FlagDefinition): string {
  const byDefault = flag.defaultText ?? flag.default;
  return [
    flag.help,
    ...(byDefault === undefined ? [] : [`(default: ${byDefault})`]),
    ...(flag.deprecated === undefined ? [] : [`(deprecated: ${deprecationText(flag.deprecated)})`]),
  ].join(' ');
}
