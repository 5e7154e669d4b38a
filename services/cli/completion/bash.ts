import type { CompletedCommand, CompletedFlag } from './model.js';

/** The completion of bash. It does not need the package bash-completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(` ${path}`));
  return `# Completion of pilothouse for bash, made by \`pilothouse completion bash\`.
_pilothouse_add() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done
}

_pilothouse_words() {
  _pilothouse_add < <(compgen -W "$1" -- "$cur")
}

_pilothouse_items() {
  local before=\${cur%"\${cur##*,}"}
  _pilothouse_add < <(compgen -P "$before" -W "$1" -- "\${cur##*,}")
  compopt -o nospace 2>/dev/null
}

_pilothouse_paths() {
  _pilothouse_add < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}

_pilothouse() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command='' flag='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$command \${COMP_WORDS[index]}" in
      ${paths.join('|')}) command+=" \${COMP_WORDS[index]}" ;;
    esac
  done
  # Bash has --flag=value as three words.
  if [[ $cur == '=' ]]; then
    flag="$before=" cur=''
  elif [[ $before == '=' ]]; then
    flag="\${COMP_WORDS[COMP_CWORD-2]}="
  elif [[ $before == -* ]]; then
    flag=$before
  fi
  case "$command $flag" in
${commands.flatMap(valueCases).join('\n')}
  esac
  [[ $flag == *= ]] && return
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}

complete -F _pilothouse pilothouse
`;
}

/** What completes the values of flags. */
function valueCases({ path, flags }: CompletedCommand): string[] {
  return flags.flatMap((flag) => {
    const completion = valueCompletion(flag);
    return completion === undefined ? [] : [`    ${patterns(path, flag).join('|')}) ${completion}; return ;;`];
  });
}

function patterns(path: string, { name, short, value }: CompletedFlag): string[] {
  const command = path === '' ? '' : ` ${path}`;
  // A boolean flag has no separate value, as a rule.
  const isBoolean = value.type === 'boolean';
  const all = [`--${name}=`, ...(isBoolean ? [] : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])];
  return all.map((flag) => quoted(`${command} ${flag}`));
}

/** Undefined for a flag without a value. */
function valueCompletion({ value }: CompletedFlag): string | undefined {
  switch (value.type) {
    case 'none':
      return undefined;
    case 'text':
      return ':';
    case 'boolean':
      return `_pilothouse_words 'true false'`;
    case 'files':
      return '_pilothouse_paths -f';
    case 'directories':
      return '_pilothouse_paths -d';
    case 'words':
      return `${value.isList ? '_pilothouse_items' : '_pilothouse_words'} ${quoted(value.words.join(' '))}`;
  }
}

function commandCase({ path, children, flags, argument }: CompletedCommand): string {
  const words = [...children.map(({ name }) => name), ...argument];
  const names = flags.map(({ name }) => `--${name}`).join(' ');
  const others = words.length === 0 ? ':' : `_pilothouse_words ${quoted(words.join(' '))}`;
  const pattern = quoted(path === '' ? '' : ` ${path}`);
  return `    ${pattern}) if [[ $cur == -* ]]; then _pilothouse_words ${quoted(names)}; else ${others}; fi ;;`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
