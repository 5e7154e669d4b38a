import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@pilothouse/storage/etcd/testing.js';
import { isShown, openShell, type Block, type Example, type Shell } from './console.js';
import { toolPath, type Tool } from './needs.js';
import { ROOT } from './root.js';
import { MAIN } from './server.js';

/** The ports that pages name, for each of which there is a free one here. */
const PORTS = [6443, 6444, 6445, 6446, 6447, 6448, 7443, 10257] as const;

/** What the command listens on by default, as flags. */
const LISTENING: Readonly<Record<string, readonly string[]>> = {
  'up | apiserver': ['--secure-port=6443'],
  'controller-manager': ['--metrics-bind-address=127.0.0.1:10257'],
  'token-review': ['--secure-port=6444', '--grpc-bind-address=127.0.0.1:6445', '--metrics-bind-address=127.0.0.1:6446'],
  admission: ['--secure-port=6447', '--metrics-bind-address=127.0.0.1:6448'],
};

/** `npm start` of a clone, with the lines that npm writes to standard output before those of the command. */
const NPM = `#!/bin/sh
[ "$1" = start ] || exit 1
shift
if [ "$1" = --silent ]; then shift; else printf '\\n> pilothouse start\\n> exec node scripts/start.mjs\\n\\n'; fi
[ "$1" != -- ] || shift
case $1 in '' | -*) set -- up "$@" ;; esac
exec pilothouse "$@"
`;

/** Programs say one of these once they do what they are there for. */
const READY = ' is ready at | is connected to ';

export interface PageShellOptions {
  readonly tools: readonly Tool[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What there is in the directory at the beginning, by paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs of the page besides, as scripts. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Texts of the page, in commands and outputs, and what they are here, where the directory is. */
  readonly places?: (directory: string) => Readonly<Record<string, string>>;
}

/** A shell in a directory of its own, in which commands of pages do what they would do elsewhere, at free ports. */
export interface PageShell extends Shell {
  readonly directory: string;
  readonly port: (usual: (typeof PORTS)[number]) => number;
  /** Runs the commands of a block as they stand, and holds the page to what they write. */
  readonly follow: (block: Block) => Promise<void>;
}

export async function openPageShell(options: PageShellOptions): Promise<PageShell> {
  const { tools, environment = {}, files = {}, programs = {}, places } = options;
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'page-')));
  const free = await freePorts(PORTS.length);
  const ports = new Map(PORTS.map((usual, index) => [usual, free[index] ?? 0]));
  const atPorts = (text: string): string =>
    PORTS.reduce((left, usual) => left.replaceAll(new RegExp(`\\b${usual}\\b`, 'g'), `${ports.get(usual)}`), text);
  /** A text of the page as it is here. */
  const here = (text: string): string =>
    atPorts(
      Object.entries({ '/home/you/pilothouse': directory, ...places?.(directory) }).reduce(
        (left, [there, own]) => left.replaceAll(there, own),
        text,
      ),
    );

  const bin = join(directory, 'bin');
  await mkdir(bin);
  // No links, since some of them look for their libraries beside themselves.
  const called = tools.map((tool) => [tool.toLowerCase(), `#!/bin/sh\nexec '${toolPath(tool)}' "$@"\n`] as const);
  const scripts = { ...Object.fromEntries(called), pilothouse: atPorts(pilothouse()), npm: NPM, ...programs };
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
  for (const name of ['deploy', 'helm']) await symlink(join(ROOT, name), join(directory, name));
  const path = `${bin}:${join(directory, 'deploy', 'backup')}:${process.env['PATH'] ?? ''}`;
  const shell = openShell(directory, { PATH: path, HOME: directory, ...environment });

  /** A server in the background, in place of one of that program that ran before; what it says until it is ready, or ends. */
  function serve(command: string): string {
    const program = /(?:pilothouse|npm start(?: --silent)?(?: --)?) ([a-z][a-z-]*)/.exec(command)?.[1] ?? 'up';
    const name = program === 'up' || program === 'apiserver' ? 'server' : program.replace('-', '_');
    return `
      if [ -n "$pid_${name}" ]; then kill "$pid_${name}"; wait "$pid_${name}"; fi 2> /dev/null
      : > ${name}.log
      ${command} >> ${name}.log 2>&1 &
      pid_${name}=$!
      until grep -Eq '${READY}' ${name}.log || ! kill -0 "$pid_${name}"; do sleep 0.2; done
      cat ${name}.log
      kill -0 "$pid_${name}"`;
  }

  async function check({ command, output }: Example, isServer: boolean): Promise<void> {
    const typed = here(command);
    const ran = await shell.attempt(isServer ? serve(typed) : typed);
    const said = `$ ${typed}\n${ran.output}`;
    // What shows nothing says nothing about what it writes, but that it does what it is there for.
    if (output.length === 0) assert.equal(ran.code, 0, said);
    else {
      const shown = output.map(here);
      assert.ok(isShown(shown, ran.output), `${said}\nis not what the page shows:\n${shown.join('\n')}`);
    }
  }

  return {
    ...shell,
    directory,
    port: (usual) => ports.get(usual) ?? 0,
    async follow({ kind, examples }) {
      for (const [index, example] of examples.entries()) {
        await check(example, kind === 'serve' && index === examples.length - 1);
      }
    },
    async close() {
      await shell.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The command, which listens where it is told here. */
function pilothouse(): string {
  const cases = Object.entries(LISTENING).map(
    ([name, flags]) => `  ${name}) case $2 in [a-z]*) ;; *) listening='${flags.join(' ')}' ;; esac ;;\n`,
  );
  return `#!/bin/sh
case $1 in
${cases.join('')}esac
command=$1
shift
exec '${process.execPath}' '${MAIN}' "$command" $listening "$@"
`;
}
