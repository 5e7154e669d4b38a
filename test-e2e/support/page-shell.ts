import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@pilothouse/storage/etcd/testing.js';
import { isShown, openShell, type Block, type Example, type Shell } from './console.js';
import { toolPath, type Tool } from './needs.js';
import { ROOT } from './root.js';
import { MAIN } from './server.js';

/** The ports that pages name. Each is replaced by a free local port. */
const PORTS = [6443, 6444, 6445, 6446, 6447, 6448, 7443, 10257] as const;

/** The default listen addresses of the command, as flags. */
const LISTENING: Readonly<Record<string, readonly string[]>> = {
  'up | apiserver': ['--secure-port=6443'],
  'controller-manager': ['--metrics-bind-address=127.0.0.1:10257'],
  'token-review': ['--secure-port=6444', '--grpc-bind-address=127.0.0.1:6445', '--metrics-bind-address=127.0.0.1:6446'],
  admission: ['--secure-port=6447', '--metrics-bind-address=127.0.0.1:6448'],
};

/** `npm start` of a clone, with the lines that npm prints before those of the command. */
const NPM = `#!/bin/sh
[ "$1" = start ] || exit 1
shift
if [ "$1" = --silent ]; then shift; else printf '\\n> pilothouse start\\n> exec node scripts/start.mjs\\n\\n'; fi
[ "$1" != -- ] || shift
case $1 in '' | -*) set -- up "$@" ;; esac
exec pilothouse "$@"
`;

/** Programs print one of these once they are ready. */
const READY = ' is ready at | is connected to ';

export interface PageShellOptions {
  readonly tools: readonly Tool[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Initial files of the directory, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further programs that the page uses, as scripts. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Texts in commands and outputs of the page, with their local replacements for a directory. */
  readonly replacements?: (directory: string) => Readonly<Record<string, string>>;
}

/** A shell in a temporary directory. Commands of pages run in it unchanged, at free ports. */
export interface PageShell extends Shell {
  readonly directory: string;
  readonly port: (usual: (typeof PORTS)[number]) => number;
  /** Runs the commands of a block and compares their output with the page. */
  readonly follow: (block: Block) => Promise<void>;
}

export async function openPageShell(options: PageShellOptions): Promise<PageShell> {
  const { tools, environment = {}, files = {}, programs = {}, replacements } = options;
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'page-')));
  const free = await freePorts(PORTS.length);
  const ports = new Map(PORTS.map((usual, index) => [usual, free[index] ?? 0]));
  const atPorts = (text: string): string =>
    PORTS.reduce((left, usual) => left.replaceAll(new RegExp(`\\b${usual}\\b`, 'g'), `${ports.get(usual)}`), text);
  /** A text of the page with local ports and paths. */
  const here = (text: string): string =>
    atPorts(
      Object.entries({ '/home/you/pilothouse': directory, ...replacements?.(directory) }).reduce(
        (left, [there, own]) => left.replaceAll(there, own),
        text,
      ),
    );

  const bin = join(directory, 'bin');
  await mkdir(bin);
  // Copies instead of links, since some programs look for libraries next to themselves.
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

  /** Starts a server in the background and stops an earlier one of the same program. Resolves to its output until it is ready or exits. */
  function serve(command: string): string {
    const program = /(?:pilothouse|npm start(?: --silent)?(?: --)?|^tsx) ([a-z][a-z-]*)/.exec(command)?.[1] ?? 'up';
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
    // A command without documented output only has to become ready.
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

/** The command with local listen addresses. */
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
