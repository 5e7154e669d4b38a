import { resolvePlain } from './scalar.js';

/** Characters that must be escaped: controls, Unicode line breaks, byte order marks, lone surrogates. */
const SPECIAL = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const ALL_SPECIAL = new RegExp(SPECIAL.source, 'gu');

/** Text that has another meaning without quotes. */
const NEEDS_QUOTES = /^$|^[-?:](?:[ ]|$)|^[,[\]{}#&*!|>'"%@`]|^(?:---|\.\.\.)|^[ ]|[ ]$|:(?:[ ]|$)|[ ]#|^=$|^<<$/;

/** YAML 1.1 numbers that Kubernetes reads as text: base 60 and unusual underscores. */
const OTHER_NUMBER = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$|^[-+]?[\d_]*\.[\d_]*(?:[eE][-+]?\d+)?$/;

/** The text in one line, quoted if necessary. */
export function stringText(text: string): string {
  if (/[\t\n]/.test(text) || SPECIAL.test(text)) return doubleQuoted(text);
  if (resolvePlain(text).kind !== 'string' || OTHER_NUMBER.test(text)) return doubleQuoted(text);
  return NEEDS_QUOTES.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
}

/**
 * A multi-line text as a literal block with its header, indented by `indent`; undefined if content would be lost or
 * need an indentation hint.
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
