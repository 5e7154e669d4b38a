import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A command of a page, with the output that the page shows for it. */
export interface Example {
  readonly command: string;
  readonly output: readonly string[];
}

/**
 * A block of a page with a marker in its first line: the commands of ```` ```console run ```` are run one by one, and need
 * the programs that the marker goes on with; that of ```` ```console serve ```` is a server, which is ready when it says so.
 */
export interface Block {
  readonly kind: 'run' | 'serve';
  readonly programs: readonly string[];
  /** The heading before it. */
  readonly section: string;
  readonly examples: readonly Example[];
}

/** The marked blocks of a page. A command begins with `$ ` and goes on in lines that begin with `> `. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  const parts = markdown.matchAll(/^#+ (.+)$|^```console (run|serve)((?: \S+)*)\n([^]*?)^```$/gm);
  for (const [, heading, kind, programs = '', body = ''] of parts) {
    if (heading === undefined) {
      const wanted = programs.split(' ').filter((name) => name !== '');
      blocks.push({
        kind: kind === 'serve' ? 'serve' : 'run',
        programs: wanted,
        section,
        examples: readExamples(body),
      });
    } else section = heading;
  }
  return blocks;
}

function readExamples(body: string): Example[] {
  const examples: { command: string; output: string[] }[] = [];
  for (const line of body.trimEnd().split('\n')) {
    const last = examples.at(-1);
    if (line.startsWith('$ ')) examples.push({ command: line.slice(2), output: [] });
    else if (last === undefined) throw new Error(`no command stands before ${line}`);
    else if (line.startsWith('> ') && last.output.length === 0) last.command += `\n${line.slice(2)}`;
    else last.output.push(line);
  }
  return examples;
}

/**
 * Whether an output is what a page shows: line by line, but for the width of gaps. `…` stands for any text in a line, and
 * alone for any number of lines.
 */
export function isShown(shown: readonly string[], actual: string): boolean {
  const tidy = (text: string): string => text.trim().replace(/ +/g, ' ');
  const lines = shown.map(tidy).map((line) => {
    if (line === '…') return '(?:.*\\n)*';
    return `${line
      .split('…')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*')}\\n`;
  });
  const text = actual.split('\n').map(tidy).join('\n').trim();
  return new RegExp(`^${lines.join('')}$`).test(text === '' ? '' : `${text}\n`);
}

/** A shell that runs one command after the other, and keeps variables and functions from one to the next. */
export interface Shell {
  /** Everything that the command writes. */
  readonly run: (command: string) => Promise<string>;
  /** Ends it with all that it has started. */
  readonly close: () => Promise<void>;
}

export function openShell(directory: string, environment: Readonly<Record<string, string>>): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: directory,
    env: environment,
    // A group of its own, so that nothing in it outlives it.
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
  return {
    async run(command) {
      const [file, mark] = [join(directory, '.command'), `-- ${randomUUID()} --\n`];
      await writeFile(file, `${command}\n`);
      output = '';
      child.stdin.write(`. ${file} < /dev/null 2>&1; printf '%s' '${mark}'\n`);
      while (!output.endsWith(mark)) {
        const last = await Promise.race([closed.then(() => 'closed'), once(child.stdout, 'data').then(() => 'more')]);
        if (last === 'closed') throw new Error(`the shell ended after ${command}: ${output}`);
      }
      return output.slice(0, -mark.length);
    },
    async close() {
      end();
      await closed;
      process.off('exit', end);
    },
  };
}
