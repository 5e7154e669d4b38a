import type { CompletedCommand, CompletedFlag, CompletedValue } from './model.js';

/** The completion of fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of pilothouse for fish, made by \`pilothouse completion fish\`.
function __pilothouse_at
    set -l paths ${paths.join(' ')}
    set -l command
    for word in (commandline -opc)[2..-1]
        set -l longer (string join -- ' ' $command $word)
        if contains -- "$longer" $paths
            set command $longer
        end
    end
    test "$command" = "$argv"
end

complete -c pilothouse -e
complete -c pilothouse -f
${commands.flatMap(commandLines).join('\n')}
`;
}

function commandLines({ path, children, flags, argument }: CompletedCommand): string[] {
  const start = `complete -c pilothouse -n ${quoted(`__pilothouse_at ${path}`.trim())}`;
  return [
    ...children.map(({ name, help }) => `${start} -a ${quoted(name)} -d ${quoted(help)}`),
    ...argument.map((word) => `${start} -a ${quoted(word)}`),
    ...flags.map((flag) => `${start} ${flagText(flag)}`),
  ];
}

function flagText({ name, short, help, value }: CompletedFlag): string {
  const letter = short === undefined ? '' : ` -s ${short}`;
  return `-l ${name}${letter} -d ${quoted(help)}${valueText(value)}`;
}

function valueText(value: CompletedValue): string {
  switch (value.type) {
    case 'none':
    case 'boolean':
      return '';
    case 'text':
      return ' -x';
    case 'files':
      return ' -r -F';
    case 'directories':
      return ` -x -a '(__fish_complete_directories)'`;
    case 'words':
      return value.isList
        ? ` -x -a ${quoted(`(__fish_append , ${value.words.map(quoted).join(' ')})`)}`
        : ` -x -a ${quoted(value.words.join(' '))}`;
  }
}

/** In single quotes, where fish knows two escapes. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
