import { coloured, type Colour } from '../colours.js';
import { exitCodeOf, SECTIONS, type Finding, type Level } from './finding.js';

const MARKS: Readonly<Record<Level, string>> = { ok: '✓', warning: '!', error: '✗', skipped: '-' };
const COLOURS: Readonly<Record<Level, Colour>> = { ok: 'green', warning: 'yellow', error: 'red', skipped: 'dim' };
/** From the best to the worst. */
const ORDER: readonly Level[] = ['skipped', 'ok', 'warning', 'error'];

/** The findings as a text for a terminal, section by section. */
export function textReport(findings: readonly Finding[], hasColours = false): string {
  const mark = (level: Level): string => (hasColours ? coloured(MARKS[level], COLOURS[level]) : MARKS[level]);
  const parts = SECTIONS.flatMap((section) => {
    const own = findings.filter((finding) => finding.section === section);
    if (own.length === 0) return [];
    const worst = ORDER.findLast((level) => own.some((finding) => finding.level === level)) ?? 'skipped';
    return [`[${mark(worst)}] ${section}\n${own.map((finding) => lines(finding, mark(finding.level))).join('')}`];
  });
  return `${parts.join('\n')}\n${summary(findings)}\n`;
}

function lines({ text, remedy }: Finding, mark: string): string {
  const indented = (line: string): string => line.replaceAll('\n', '\n      ');
  const more = remedy === undefined ? '' : `      → ${indented(remedy)}\n`;
  return `    ${mark} ${indented(text)}\n${more}`;
}

function summary(findings: readonly Finding[]): string {
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings, skipped] = [count('error'), count('warning'), count('skipped')];
  const unchecked = skipped === 0 ? '' : ` Not everything was checked: see the lines with "${MARKS.skipped}".`;
  if (errors + warnings === 0) return `Nothing is wrong.${unchecked}`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}. Each has what to do behind "→".${unchecked}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The findings as one JSON object. */
export function jsonReport(findings: readonly Finding[]): string {
  return `${JSON.stringify({ exitCode: exitCodeOf(findings), findings }, undefined, 2)}\n`;
}
