# Writes the words that zsh offers to the file $FOUND, since a terminal shows them with descriptions and in columns. $FUNCTIONS: the
# folder of zsh's own functions, if it is unpacked from its package. $SCRIPT: the completion to test.
fpath=($FUNCTIONS/**/*(/N) $fpath)
autoload -Uz compinit && compinit -u -d $ZDOTDIR/dump
source $SCRIPT
compadd() {
  builtin compadd "$@"
  local result=$?
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a found
    builtin compadd -A found "$@"
    print -rl -- $found >> $FOUND
  fi
  return result
}
finish() {
  print -r -- --end-- >> $FOUND
  kill -KILL $$
}
comppostfuncs=(finish)
bindkey '^I' complete-word
