/** A format clause such as `%s`, `%.2f` or `%%`: the precision digits and the verb. */
export const CLAUSE = /%(?:%|(?:\.(\d*))?([^]?))/g;

export const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 100;

/** The accepted types of each verb, in cel-go's words. */
const RULES: Readonly<Record<string, string | undefined>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  o: 'octal clause can only be used on integers',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
};

/** Why a clause is invalid; undefined for a valid one. */
export function clauseProblem(precision: string | undefined, verb: string): string | undefined {
  const head = 'could not parse formatting clause:';
  if (precision !== undefined) {
    const parsing = `${head} error while parsing precision:`;
    if (verb === '') return `${parsing} could not find end of precision specifier`;
    if (precision === '')
      return `${parsing} error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`;
    if (Number(precision) > MAX_PRECISION) return `${parsing} it may not be greater than ${MAX_PRECISION}`;
  }
  return RULES[verb.toLowerCase()] === undefined || (verb !== 'X' && verb !== verb.toLowerCase())
    ? `${head} unrecognized formatting clause "${verb}"`
    : undefined;
}

/** The error for a value of a type that the clause does not accept. */
export function wrongArgument(verb: string, typeName: string): string {
  return `error during formatting: ${RULES[verb.toLowerCase()] ?? ''}, was given ${typeName}`;
}
