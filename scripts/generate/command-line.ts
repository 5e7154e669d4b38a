import type { CommandContext } from '@pilothouse/cli/command-context.js';
import { placeholder, type CommandNode } from '@pilothouse/cli/command-node.js';
import { allCommands } from '@pilothouse/cli/commands.js';
import { SILENT } from '@pilothouse/cli/terminal.js';
import { flagRows } from './flags.js';

const INTRODUCTION = `# The command line

<!-- Made by \`npm run generate\` from the list of commands in services/cli/commands.ts. Do not edit. -->

All programs are commands of \`pilothouse\`. \`pilothouse help kubeconfig user\` and \`pilothouse kubeconfig user --help\` are the same.
An unknown command, flag or key gets the nearest one as a suggestion. Results go to standard output; errors, warnings and progress go
to standard error.

## Configuration files

\`--config FILE\` of a program names a YAML file of flags. Each key is the name of a flag without the dashes. [flags.md](flags.md) lists
them.

\`\`\`yaml
data-dir: /var/lib/pilothouse
bind-address: 0.0.0.0
request-timeout: 2m
service-account-issuer: # A list. Repeating the flag is the same.
- https://issuer.example.org
- https://former-issuer.example.org
feature-gates: # Pairs of key and value.
  AllAlpha: false
\`\`\`

- A value is read as on the command line. A relative path is relative to the working directory.
- A flag on the command line replaces the value in the file. A list replaces the whole list.
- Unknown keys, repeated keys and wrong values prevent the start. The error names the file and the line.
- The file is read once, at the start. The files that it names are reloaded as if flags had named them. Workers of \`apiserver\` that are
  replaced have the flags of the first start.
- \`--config\` of \`pilothouse certificates\` is another file: its plan.

\`pilothouse config PROGRAM\`, with the flags of the program, prints the effective flags with their origin: \`default\`, \`flag\`, or file and
line. It then checks them. The exit code is 2 if the program would not start with them. Flags without a value are omitted, and passwords in
URLs are hidden. \`--output=yaml\` prints a file for \`--config\`, with the defaults as comments. \`/flagz\` of a running server shows
its flags.

## Completion

| Shell | Command |
|---|---|
| bash | \`source <(pilothouse completion bash)\` in \`~/.bashrc\` |
| zsh | \`source <(pilothouse completion zsh)\` in \`~/.zshrc\`, after \`compinit\`; or the output as the file \`_pilothouse\` in a directory of \`fpath\` |
| fish | \`pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish\` |

The scripts complete commands, flags, values of flags that have a fixed set, files and directories. They do not run the program.

## Output for programs

\`--output=json\` prints one JSON object to standard output, at the end. Fields are added in later releases, and not removed or renamed.

| Command | Fields |
|---|---|
| \`version\` | \`version\`, and those of the API's \`/version\` |
| \`backup\`, \`restore\` | \`directory\`, \`objects\`, \`revision\` |
| \`migrate-storage\` | \`dryRun\`; the numbers of objects \`rewritten\`, \`current\`, \`gone\` and \`failed\`; \`resources\`, each with its \`resource\` and the same numbers, those that a resumed migration has finished before excluded; \`failures\`, each with \`resource\`, \`object\` and \`message\` |
| \`certificates\` | \`dryRun\`; \`items\`, each with \`action\` (made, renewed, updated, kept), \`kind\`, \`name\`, and \`until\` and \`reason\` if it has them; \`problems\` |
| \`doctor\` | \`exitCode\`; \`findings\`, each with \`section\`, \`level\` (ok, warning, error, skipped), \`text\`, and \`remedy\` if there is one |
| \`config\` | \`program\`; \`flags\`, each with \`name\`, \`value\` and \`origin\` (\`type\`: default, flag or file; \`path\` and \`line\` of a file) |
| \`token-review users list\` | an array of users, each with \`name\`, \`uid\`, \`groups\` and \`tokens\` |

Errors are text on standard error, and no JSON, as with kubectl: a caller has the exit code, and standard output is either empty or whole. Failures
of single items are in the object too.

## Progress and colours

Work of more than a second shows a bar with the time left on the last line of a terminal. Elsewhere, and with \`TERM=dumb\`, it writes a line to
standard error every five seconds. Ctrl-C stops the work.

A terminal has colours, except with \`TERM=dumb\` or \`NO_COLOR\`. \`FORCE_COLOR\` and \`CLICOLOR_FORCE\` enable them in files and pipes too.

## Exit codes

| Code | Meaning |
|---|---|
| 0 | success, or a regular stop |
| 1 | failure; \`doctor\`: at least one error |
| 2 | wrong usage: nothing was done |
| 3 | \`doctor\`: warnings only |
| 130, 143 | ended at once by a second SIGINT or SIGTERM |
`;

/** Programs and commands whose flags are in docs/flags.md, with its headings. */
const ON_FLAGS_PAGE: Readonly<Record<string, string>> = {
  up: 'custom-resources-controllers-and-the-console-pilothouse-up-only',
  apiserver: 'the-api-server-pilothouse-apiserver-and-pilothouse-up',
  'controller-manager': 'the-controller-manager-pilothouse-controller-manager',
  'token-review': 'the-token-review-service-pilothouse-token-review',
  admission: 'the-admission-service-pilothouse-admission',
  console: 'the-console-pilothouse-console',
  login: 'signing-in-pilothouse-login',
  certificates: 'certificates-of-an-installation-pilothouse-certificates',
};

const unused = (): Promise<never> => Promise.reject(new Error('not run'));
const CONTEXT: CommandContext = {
  start: unused,
  manage: unused,
  review: unused,
  admit: unused,
  show: unused,
  showBeside: unused,
  terminal: SILENT,
  signals: { on: () => undefined, off: () => undefined },
  elapsed: () => 0,
  exit: () => undefined,
};

/** docs/command-line.md: every command. */
export function commandLinePage(): string {
  const sections = allCommands(CONTEXT).flatMap((command) => commandSections(command, 'pilothouse'));
  return [INTRODUCTION, '## Commands\n', ...sections].join('\n');
}

function commandSections(command: CommandNode, parent: string): string[] {
  const { name, description, argument, examples, children, flags, run } = command;
  const path = `${parent} ${name}`;
  if (path === 'pilothouse config') return [configSection(command)];
  const usage = [
    path,
    ...(argument === undefined ? [] : [placeholder(argument)]),
    ...(flags.length > 0 ? ['[flags]'] : []),
  ];
  const text = [
    `### ${path}\n`,
    `${sentence(description)}\n`,
    ...(run === undefined ? [] : commandLines(usage.join(' '), examples)),
    ...(argument === undefined
      ? []
      : [`\`${placeholder(argument)}\`: ${argument.help}${choicesText(argument.choices)}\n`]),
    ...flagLines(command),
  ].join('\n');
  return [text, ...children.flatMap((child) => commandSections(child, path))];
}

function flagLines({ name, flags }: CommandNode): string[] {
  const heading = ON_FLAGS_PAGE[name];
  if (heading !== undefined) return [`[Its flags](flags.md#${heading})\n`];
  return flags.length === 0 ? [] : [flagRows(flags)];
}

/** The commands below `config` have the flags of the programs. */
function configSection({ description, children }: CommandNode): string {
  const names = children.map(({ name }) => `\`${name}\``).join(', ');
  return [
    '### pilothouse config\n',
    `${sentence(description)} Programs: ${names}.\n`,
    ...children
      .slice(0, 1)
      .flatMap(({ examples }) => commandLines('pilothouse config PROGRAM [flags of the program]', examples)),
    flagRows(children.slice(0, 1).flatMap(({ flags }) => flags.filter(({ name }) => name === 'output'))),
  ].join('\n');
}

/** The usage and the examples. */
function commandLines(usage: string, examples: readonly string[]): string[] {
  const lines = examples.map((example) => `- \`${example.replaceAll(/ \\\n\s*/g, ' ')}\``);
  return [`\`${usage}\`\n`, ...(lines.length === 0 ? [] : ['Examples:\n', ...lines, ''])];
}

function choicesText(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : ` One of ${choices.join(', ')}.`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
