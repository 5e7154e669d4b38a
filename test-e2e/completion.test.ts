import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith, toolPath, type Tool } from './support/needs.js';
import { ROOT } from './support/root.js';
import { runToEnd } from './support/server.js';

const run = promisify(execFile);
const DEADLINE = { timeout: 60_000 };

/** A shell with the completion of the command. */
interface Shell {
  readonly name: string;
  readonly needs: readonly Tool[];
  /** The words that the shell offers for a line, in any order. */
  readonly complete: (line: string, script: string, directory: string) => Promise<string[]>;
}

const SHELLS: readonly Shell[] = [
  { name: 'bash', needs: [], complete: completeInBash },
  { name: 'zsh', needs: ['ZSH'], complete: completeInZsh },
  { name: 'fish', needs: ['FISH'], complete: completeInFish },
];

/** `only`: exactly these. `some`: these among others. */
const CASES: readonly {
  readonly line: string;
  readonly only?: readonly string[];
  readonly some?: readonly string[];
}[] = [
  { line: 'pilothouse ', some: ['up', 'apiserver', 'kubeconfig', 'completion', 'help'] },
  { line: 'pilothouse doc', only: ['doctor'] },
  { line: 'pilothouse kubeconfig ', only: ['user', 'token', 'service-account'] },
  { line: 'pilothouse token-review users ', only: ['add', 'rotate', 'remove', 'list'] },
  { line: 'pilothouse config contr', only: ['controller-manager'] },
  { line: 'pilothouse completion ', only: ['bash', 'zsh', 'fish'] },
  { line: 'pilothouse doctor --output ', only: ['text', 'json'] },
  { line: 'pilothouse doctor -o ', only: ['text', 'json'] },
  { line: 'pilothouse doctor --output=j', only: ['json'] },
  { line: 'pilothouse up --encryption-provider-config-', only: ['--encryption-provider-config-automatic-reload'] },
  { line: 'pilothouse up --authorization-mode RBAC,N', only: ['RBAC,Node'] },
  { line: 'pilothouse up --tls-cert-file files/', only: ['files/sub', 'files/tls.crt'] },
  { line: 'pilothouse up --data-dir files/', only: ['files/sub'] },
  { line: 'pilothouse up --etcd-prefix ', only: [] },
];

for (const { name, needs, complete } of SHELLS) {
  describeWith(needs, `pilothouse completion ${name}`, () => {
    let directory: string;
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'completion-'));
      await mkdir(join(directory, 'files/sub'), { recursive: true });
      await writeFile(join(directory, 'files/tls.crt'), '');
      const { code, out } = await runToEnd('completion', name);
      assert.equal(code, 0);
      await writeFile(join(directory, 'script'), out);
    });
    after(() => rm(directory, { recursive: true, force: true }));

    for (const { line, only, some = [] } of CASES) {
      it(`completes ${JSON.stringify(line)}`, async () => {
        const found = new Set(await complete(line, join(directory, 'script'), directory));
        if (only !== undefined) assert.deepEqual([...found].sort(), [...only].sort());
        for (const word of some) assert.ok(found.has(word), [...found].join(' '));
      }).timeout(DEADLINE.timeout);
    }
  });
}

/** Bash calls the function with the words of the line, and = as a word of its own. */
const BASH = `
source "$1"
COMP_WORDS=($3)
[[ $2 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_pilothouse
printf '%s\\n' "\${COMPREPLY[@]}"`;

async function completeInBash(line: string, script: string, cwd: string): Promise<string[]> {
  const words = line.replaceAll('=', ' = ');
  const { stdout } = await run('bash', ['--norc', '-c', BASH, 'bash', script, line, words], { cwd, ...DEADLINE });
  return wordsOf(stdout);
}

async function completeInFish(line: string, script: string, cwd: string): Promise<string[]> {
  const fish = toolPath('FISH');
  const functions = join(dirname(fish), 'usr/share/fish/functions');
  const commands = `set -p fish_function_path ${functions}; source ${script}; complete -C '${line}'`;
  const { stdout } = await run(fish, ['--no-config', '-c', commands], { cwd, ...DEADLINE });
  // Each line has a description after a tab. The other shells offer the value alone, and directories without a slash.
  return wordsOf(stdout.replaceAll(/\t.*$/gm, '')).map((word) => word.replace(/^--output=/, '').replace(/\/$/, ''));
}

async function completeInZsh(line: string, script: string, cwd: string): Promise<string[]> {
  const zsh = toolPath('ZSH');
  const found = join(cwd, 'found');
  await copyFile(join(ROOT, 'test-e2e/support/zsh-completions.zshrc'), join(cwd, '.zshrc'));
  await writeFile(found, '');
  const functions = join(dirname(zsh), 'usr/share/zsh/functions');
  const env = { ...process.env, ZDOTDIR: cwd, FOUND: found, FUNCTIONS: functions, SCRIPT: script };
  const terminal = spawn('script', ['-qec', `${zsh} -d -i`, '/dev/null'], {
    cwd,
    env,
    ...DEADLINE,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  terminal.stdin.write(`${line}\t`);
  await once(terminal, 'exit');
  const text = await readFile(found, 'utf8');
  assert.match(text, /^--end--$/m, 'the completion has ended');
  const before = line.slice(line.lastIndexOf(' ') + 1);
  const prefix = before.includes('/')
    ? before.slice(0, before.lastIndexOf('/') + 1)
    : before.slice(0, before.lastIndexOf(',') + 1);
  return wordsOf(text.replaceAll('--end--', '')).map((word) => prefix + word);
}

function wordsOf(text: string): string[] {
  return text.split('\n').filter((word) => word !== '');
}
