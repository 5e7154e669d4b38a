import { stringText } from '@pilothouse/apimachinery/yaml/text.js';
import { CONFIG_FLAG, OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import { isList, type FlagDefinition, type FlagTable } from '@pilothouse/flags/definition.js';
import { originText, type Origin } from '@pilothouse/flags/origin.js';
import { withoutPasswords } from '@pilothouse/runtime/component-pages/pages.js';
import { USAGE_ERROR, withPlaces, type FlagCommand, type Given, type GivenTexts } from '../flag-command.js';
import type { Terminal } from '../terminal.js';
import { columns } from '../columns.js';

const OUTPUT = {
  ...OUTPUT_FLAG,
  choices: ['text', 'json', 'yaml'],
  help: 'Form of the output: text, json for programs, or yaml, which is a file for --config.',
} as const;

/** A flag with its value. */
interface EffectiveFlag {
  readonly name: string;
  readonly value: string | number | boolean | readonly string[];
  readonly origin: Origin;
}

interface ConfigOptions {
  readonly flags: readonly EffectiveFlag[];
  /** Why the program would not start. */
  readonly problems: readonly string[];
  readonly output: (typeof OUTPUT.choices)[number];
}

/** `pilothouse config PROGRAM`: prints the flags with which a program would start, and checks them. */
export function configCommand<Table extends FlagTable, Options>(
  { name, table, resolve }: FlagCommand<Table, Options>,
  { out, err }: Terminal,
): FlagCommand<FlagTable, ConfigOptions> {
  return {
    name,
    description: `print the effective flags of \`pilothouse ${name}\`, and check them`,
    table: [...table, OUTPUT],
    examples: [
      `pilothouse config ${name} --config ${name}.yaml`,
      `pilothouse config ${name} --v=2 --output=yaml > ${name}.yaml`,
    ],
    resolve(given) {
      const { texts } = given;
      const resolved = resolve(given as unknown as Given<Table>);
      const problems = resolved.ok ? [] : withPlaces(resolved.problems, texts);
      const output = OUTPUT.choices.find((each) => each === given.values['output']) ?? OUTPUT.default;
      return { ok: true, options: { flags: effectiveFlags(table, texts), problems, output } };
    },
    async run({ flags, problems, output }) {
      out(FORMS[output](name, flags));
      for (const problem of problems) err(`error: ${problem}\n`);
      return problems.length === 0 ? 0 : USAGE_ERROR;
    },
  };
}

/** The flags that have a value, in the order of `--help`. */
function effectiveFlags(table: FlagTable, texts: GivenTexts): EffectiveFlag[] {
  return table.flatMap((flag) => {
    const { text, origin } = texts.get(flag.name) ?? { text: flag.default, origin: { type: 'default' } };
    return text === undefined ? [] : [{ name: flag.name, value: valueOf(flag, withoutPasswords(text)), origin }];
  });
}

const NUMBERS: ReadonlySet<FlagDefinition['type']> = new Set(['level', 'count', 'bytes', 'port', 'chance']);

function valueOf({ type }: FlagDefinition, text: string): EffectiveFlag['value'] {
  if (type === 'boolean') return text === 'true';
  if (NUMBERS.has(type)) return Number(text);
  return isList(type) ? text.split(',').map((item) => item.trim()) : text;
}

const FORMS: Readonly<Record<ConfigOptions['output'], (program: string, flags: readonly EffectiveFlag[]) => string>> = {
  text: (_program, flags) =>
    columns([
      ['FLAG', 'VALUE', 'FROM'],
      ...flags.map(({ name, value, origin }) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
        originText(origin),
      ]),
    ]),
  json: (program, flags) => `${JSON.stringify({ program, flags }, undefined, 2)}\n`,
  yaml: (program, flags) =>
    [
      `# Flags of pilothouse ${program}, and where they are from.`,
      ...flags
        .filter(({ name }) => name !== CONFIG_FLAG.name)
        .map(({ name, value, origin }) => {
          // A default stays one: that a flag is given has a meaning of its own, such as a contradiction to another flag.
          const before = origin.type === 'default' ? '# ' : '';
          return `${before}${name}: ${yamlText(value)} # ${originText(origin)}`;
        }),
      '',
    ].join('\n'),
};

function yamlText(value: EffectiveFlag['value']): string {
  if (typeof value === 'string') return stringText(value);
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : String(value);
}
