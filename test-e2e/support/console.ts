import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A command of a page with its documented output. */
export interface Example {
  readonly command: string;
  readonly output: readonly string[];
}

/** A ```` ```console ```` block of a page. The last command of ```` ```console serve ```` is a server. It is ready when it prints that it is. */
export interface Block {
  readonly kind: 'run' | 'serve';
  /** The heading above it. */
  readonly section: string;
  readonly examples: readonly Example[];
}

/** A ```` ```yaml name ````, ```` ```python name ```` or ```` ```ts name ```` block: a file that later commands read. */
export interface PageFile {
  readonly name: string;
  readonly text: string;
}

/** Headings and fenced blocks, which may be inside a list. */
const PARTS = /^#+ (.+)$|^( *)```(\w*)(?: (\S+))?\n([^]*?)^ *```$/gm;

/**
 * The blocks of a page. A command begins with `$ ` and continues in lines that begin with `> `, or after a line that ends with a
 * backslash. Throws on invalid form, such as commands in a fence of another language.
 */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  for (const [, heading, indent = '', language = '', word, body = ''] of markdown.matchAll(PARTS)) {
    if (heading !== undefined) section = heading;
    if (/^(sh|bash|shell|shellsession)$/.test(language))
      throw new Error(`${section}: commands belong in \`\`\`console`);
    if (language !== 'console') continue;
    if (word !== undefined && word !== 'serve') throw new Error(`${section}: \`\`\`console ${word} is unknown`);
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    blocks.push({ kind: word ?? 'run', section, examples: readExamples(text) });
  }
  return blocks;
}

/** Languages of blocks that can be files. */
const FILES: readonly string[] = ['yaml', 'python', 'ts'];

/** The named files of a page. */
export function readFiles(markdown: string): PageFile[] {
  return [...markdown.matchAll(PARTS)].flatMap(([, , , language = '', name, text = '']) =>
    FILES.includes(language) && name !== undefined ? [{ name, text }] : [],
  );
}

function readExamples(body: string): Example[] {
  const examples: { command: string; output: string[] }[] = [];
  for (const line of body.trimEnd().split('\n')) {
    const last = examples.at(-1);
    if (line.startsWith('$ ')) examples.push({ command: line.slice(2), output: [] });
    else if (last === undefined) throw new Error(`no command before ${line}`);
    else if (line.startsWith('> ') && last.output.length === 0) last.command += `\n${line.slice(2)}`;
    else if (last.command.endsWith('\\') && last.output.length === 0) last.command += `\n${line}`;
    else last.output.push(line);
  }
  return examples;
}

/** Values that differ between runs, by their format: dates, ids, ages and durations. */
const CHANGING: readonly RegExp[] = [
  /\b\d{4}-\d\d-\d\dT[\d:.]+Z/,
  /\b[A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4} GMT/,
  /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/,
  /\b[\da-f]{20,}\b/,
  /\b(?:\d+[smhdy])+\b/,
  /\b\d+\.\d+ s\b/,
];

/** A pattern that matches a line of a page. */
function patternOf(line: string): string {
  if (line === '…') return '(?:.*\\n)*';
  const changing = new RegExp(`(…|${CHANGING.map(({ source }) => source).join('|')})`);
  // The value of a metric differs between runs, too.
  const parts = line
    .replace(/^(\w+\{.*\}) \S+$/, '$1 …')
    .split(changing)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return CHANGING.find((pattern) => new RegExp(`^${pattern.source}$`).test(part))?.source ?? '.*';
    });
  return `${parts.join('')}\\n`;
}

/**
 * Whether an output matches a page: line by line, except for the width of gaps and for values that differ between runs. `…` stands
 * for any text in a line, and alone for any number of lines.
 */
export function isShown(shown: readonly string[], actual: string): boolean {
  const tidy = (line: string): string => line.trim().replace(/[ \t]+/g, ' ');
  const text = actual.split('\n').map(tidy).join('\n').trim();
  const pattern = new RegExp(`^${shown.map(tidy).map(patternOf).join('')}$`);
  return pattern.test(text === '' ? '' : `${text}\n`);
}

/** The result of a command. */
export interface Ran {
  readonly code: number;
  /** Its whole output. */
  readonly output: string;
}

/** A shell that runs one command at a time, and keeps variables and functions between them. */
export interface Shell {
  readonly attempt: (command: string) => Promise<Ran>;
  /** The output of the command, whatever its exit code. */
  readonly run: (command: string) => Promise<string>;
  /** Ends the shell and all processes that it started. */
  readonly close: () => Promise<void>;
}

export function openShell(directory: string, environment: Readonly<Record<string, string>>): Shell {
  const child = spawn('bash', ['--noprofile', '--norc', '-o', 'pipefail'], {
    cwd: directory,
    env: environment,
    // A separate process group, so that all its processes can be ended.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  const closed = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });

  async function attempt(command: string): Promise<Ran> {
    const [file, mark] = [join(directory, '.command'), `-- ${randomUUID()} --`];
    await writeFile(file, `${command}\n`);
    output = '';
    const ending = new RegExp(`${mark} (\\d+)\n$`);
    child.stdin.write(`. ${file} < /dev/null 2>&1; printf '%s %d\\n' '${mark}' $?\n`);
    for (;;) {
      const found = ending.exec(output);
      if (found !== null) return { code: Number(found[1]), output: output.slice(0, found.index) };
      const last = await Promise.race([closed.then(() => 'closed'), once(child.stdout, 'data').then(() => 'more')]);
      if (last === 'closed') throw new Error(`the shell exited after ${command}: ${output}`);
    }
  }

  return {
    attempt,
    run: async (command) => (await attempt(command)).output,
    async close() {
      end();
      await closed;
      process.off('exit', end);
    },
  };
}
