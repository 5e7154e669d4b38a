import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import { CERTIFICATES_FLAGS } from '@pilothouse/certificates/options/flags.js';
import { deprecationText, flagOption } from '@pilothouse/cli/flag-options.js';
import { CONTROL_PLANE_FLAGS, SERVER_FLAGS } from '@pilothouse/cli/options/flags.js';
import { CONSOLE_FLAGS } from '@pilothouse/console/options/flags.js';
import { LOGIN_FLAGS } from '@pilothouse/login/options/flags.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import type { FlagDefinition, FlagTable } from '@pilothouse/flags/definition.js';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';

const INTRODUCTION = `# Flags

<!-- Made by \`npm run generate\` from the tables of flags in services/*/options/. Do not edit. -->

Every flag of the servers, of \`pilothouse login\` and of \`pilothouse certificates\`. [command-line.md](command-line.md) has the other commands, and the files of \`--config\`. Flags that Kubernetes
has too have its names. \`--flag=value\` and \`--flag value\` are the same. A boolean flag without a value is true. A duration is like
\`1m30s\`, or a number of seconds. A list is separated by commas, or the flag is repeated.
`;

interface Program {
  readonly title: string;
  readonly table: FlagTable;
}

const PROGRAMS: readonly Program[] = [
  { title: 'The API server: `pilothouse apiserver` and `pilothouse up`', table: SERVER_FLAGS },
  { title: 'Custom resources, controllers and the console: `pilothouse up` only', table: CONTROL_PLANE_FLAGS },
  { title: 'The controller manager: `pilothouse controller-manager`', table: MANAGER_FLAGS },
  { title: 'The token-review service: `pilothouse token-review`', table: TOKEN_REVIEW_FLAGS },
  { title: 'The admission service: `pilothouse admission`', table: ADMISSION_SERVICE_FLAGS },
  { title: 'The console: `pilothouse console`', table: CONSOLE_FLAGS },
  { title: 'Signing in: `pilothouse login`', table: LOGIN_FLAGS },
  { title: 'Certificates of an installation: `pilothouse certificates`', table: CERTIFICATES_FLAGS },
];

/** docs/flags.md: every flag of each program, by group. */
export function flagsPage(): string {
  return [INTRODUCTION, ...PROGRAMS.map(({ title, table }) => `## ${title}\n\n${sections(table)}`)].join('\n');
}

/** One table for each group, in the order of \`--help\`. */
function sections(flags: FlagTable): string {
  const groups = new Set(flags.map(({ group }) => group));
  return [...groups]
    .map((group) => `### ${group}\n\n${flagRows(flags.filter((flag) => flag.group === group))}`)
    .join('\n');
}

/** A Markdown table with one row for each flag, in the given order. */
export function flagRows(flags: FlagTable): string {
  const all = [['Flag', 'Default', 'Description'], ...flags.map(cells)];
  const [heading, ...rest] = all.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [heading, '|---|---|---|', ...rest, ''].join('\n');
}

function cells(flag: FlagDefinition): string[] {
  const { default: byDefault, defaultText = '', help, deprecated } = flag;
  const end = deprecated === undefined ? '' : ` Deprecated: ${deprecationText(deprecated)}.`;
  return [
    `\`${flagOption(flag, new Map()).flags}\``,
    byDefault === undefined ? defaultText : `\`${byDefault}\``,
    `${help}${end}`.replaceAll('<', '\\<'),
  ];
}
