export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether text has colours. FORCE_COLOR and CLICOLOR_FORCE enable them everywhere (0 and false are no), and NO_COLOR disables them.
 * Otherwise a terminal has them, except TERM=dumb.
 */
export function wantsColours(environment: Environment, isTerminal: boolean | undefined): boolean {
  const { FORCE_COLOR: force, CLICOLOR_FORCE: forceOld, NO_COLOR: none, TERM: type } = environment;
  if (force !== undefined) return !isNo(force);
  if (forceOld !== undefined && !isNo(forceOld)) return true;
  if (none !== undefined && none !== '') return false;
  return isTerminal === true && type !== 'dumb';
}

const isNo = (text: string): boolean => text === '0' || text === 'false';

const CODES = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof CODES;

export function coloured(text: string, colour: Colour): string {
  return `\x1b[${CODES[colour]}m${text}\x1b[0m`;
}

/** Colours the words with which lines of errors and warnings begin. */
export function colourErrors(text: string): string {
  return text
    .replaceAll(/^error:/gm, (word) => coloured(word, 'red'))
    .replaceAll(/^warning:/gm, (word) => coloured(word, 'yellow'));
}
