import { isList, type FlagDefinition, type FlagDeprecation, type FlagType } from '@pilothouse/flags/definition.js';
import { Option } from 'commander';

/** Placeholders of values in `--help`. */
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
  directory: '<directory>',
  prefix: '<prefix>',
  text: '<text>',
  urls: '<url,…>',
  files: '<file,…>',
  paths: '<path,…>',
  list: '<text,…>',
  pairs: '<key=value,…>',
};

/** A commander option that collects the texts of a flag. Repeated list values are joined; otherwise the last value counts. */
export function flagOption(flag: FlagDefinition, texts: Map<string, string>): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const option = new Option(`${short}--${flag.name} ${PLACEHOLDERS[flag.type]}`, flagHelp(flag));
  option.helpGroup(`${flag.group}:`);
  if (flag.type === 'boolean') option.preset('true');
  return option.argParser((text: string) => {
    const plain = flag.short === undefined ? text : text.replace(/^=/, '');
    const before = isList(flag.type) ? texts.get(flag.name) : undefined;
    texts.set(flag.name, before === undefined ? plain : `${before},${plain}`);
    return plain;
  });
}

/**
 * Adds `=true` to boolean flags without a value. Otherwise commander would use the next argument as the value. As with Go's flags,
 * only `true` and `false` may follow as a separate argument.
 */
export function withBooleans(args: readonly string[], flags: readonly FlagDefinition[]): string[] {
  const booleans = new Set(flags.filter(({ type }) => type === 'boolean').map(({ name }) => `--${name}`));
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isBare = booleans.has(arg) && (end < 0 || index < end);
    return isBare && !['true', 'false'].includes(args[index + 1] ?? '') ? `${arg}=true` : arg;
  });
}

/** Formats a deprecation, such as `removed in 1.28; use --x`. */
export function deprecationText({ removedIn, advice }: FlagDeprecation): string {
  return `removed in ${removedIn}; ${advice}`;
}

/** The help of a flag with its default and deprecation. */
export function flagHelp(flag: FlagDefinition): string {
  const byDefault = flag.defaultText ?? flag.default;
  return [
    flag.help,
    ...(byDefault === undefined ? [] : [`(default: ${byDefault})`]),
    ...(flag.deprecated === undefined ? [] : [`(deprecated: ${deprecationText(flag.deprecated)})`]),
  ].join(' ');
}
