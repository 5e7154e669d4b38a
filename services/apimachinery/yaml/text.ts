import { resolvePlain } from './scalar.js';

/** What no reader may be shown as it is: controls, line breaks of Unicode, byte order marks, lone surrogates. */
const SPECIAL = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const ALL_SPECIAL = new RegExp(SPECIAL.source, 'gu');

/** Text that means something else without quotes because of its characters or where they stand. */
const NEEDS_QUOTES = /^$|^[-?:](?:[ ]|$)|^[,[\]{}#&*!|>'"%@`]|^(?:---|\.\.\.)|^[ ]|[ ]$|:(?:[ ]|$)|[ ]#|^=$|^<<$/;

/** Numbers of YAML 1.1 that Kubernetes does not read as such, in base 60 and with odd underscores. */
const OTHER_NUMBER = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$|^[-+]?[\d_]*\.[\d_]*(?:[eE][-+]?\d+)?$/;

/** The text on one line, with quotes where it needs them. */
export function stringText(text: string): string {
  if (/[\t\n]/.test(text) || SPECIAL.test(text)) return doubleQuoted(text);
  if (resolvePlain(text).kind !== 'string' || OTHER_NUMBER.test(text)) return doubleQuoted(text);
  return NEEDS_QUOTES.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
}

/**
 * Text of several lines as a literal block from its header on, each line with `indent` in front; undefined where
 * something in it would be lost or need a hint.
 */
export function literalBlock(text: string, indent: string): string | undefined {
  if (!text.includes('\n') || SPECIAL.test(text) || /^[ \n]|[ \t](?:\n|$)/.test(text)) return undefined;
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  return `|${chomping}\n${lines.join('\n')}`;
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(ALL_SPECIAL, escapeCode);
}

function escapeCode(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? String.raw`\U${code.padStart(8, '0')}` : String.raw`\u${code.padStart(4, '0')}`;
}
