import type { CompletedCommand, CompletedFlag, CompletedValue } from './model.js';

/** The completion of zsh, as a file of \`fpath\` or to be sourced. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef pilothouse
# Completion of pilothouse for zsh, made by \`pilothouse completion zsh\`.

_pilothouse_items() {
  compset -P '*,'
  compadd -q -S , "$@"
}

${[...commands].reverse().map(commandFunction).join('\n\n')}

if [[ $funcstack[1] == _pilothouse ]]; then
  _pilothouse "$@"
else
  compdef _pilothouse pilothouse
fi
`;
}

function commandFunction({ path, children, flags, argument }: CompletedCommand): string {
  const specs = flags.flatMap(flagSpecs);
  const name = functionName(path);
  if (children.length === 0) {
    const all = [...specs, ...(argument.length === 0 ? [] : [quoted(`1:value:(${argument.join(' ')})`)])];
    return `${name}() {\n  _arguments -s -S ${all.join(' \\\n    ')}\n}`;
  }
  const described = children.map((child) => quoted(`${child.name}:${child.help.replaceAll(':', '\\:')}`));
  const cases = children.map((child) => {
    const below = path === '' ? child.name : `${path} ${child.name}`;
    return `        ${child.name}) ${functionName(below)} ;;`;
  });
  return `${name}() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands=(
    ${described.join('\n    ')}
  )
  _arguments -C -S ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')}
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}`;
}

function functionName(path: string): string {
  return ['_pilothouse', ...path.split(' ').filter((word) => word !== '')].join('__');
}

function flagSpecs({ name, short, help, value }: CompletedFlag): string[] {
  const text = `[${help.replaceAll(/[\\[\]:]/g, String.raw`\$&`)}]`;
  const repeats = value.type === 'words' && value.isList ? '*' : '';
  const long = quoted(`${repeats}--${name}${mark(value)}${text}${action(value)}`);
  return short === undefined ? [long] : [long, quoted(`${repeats}-${short}${text}${action(value)}`)];
}

/** How the value follows the name. */
function mark({ type }: CompletedValue): string {
  if (type === 'none') return '';
  return type === 'boolean' ? '=-' : '=';
}

function action(value: CompletedValue): string {
  switch (value.type) {
    case 'none':
      return '';
    case 'text':
      return ':value: ';
    case 'boolean':
      return '::value:(true false)';
    case 'files':
      return ':file:_files';
    case 'directories':
      return ':directory:_files -/';
    case 'words':
      return value.isList ? `:items:_pilothouse_items - ${value.words.join(' ')}` : `:value:(${value.words.join(' ')})`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
