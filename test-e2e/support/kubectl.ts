import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Tool } from './needs.js';
import { toolPath } from './needs.js';

export interface KubectlOptions {
  readonly tool: Extract<Tool, `KUBECTL${string}`>;
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Directory for kubectl's cache. */
  readonly home: string;
}

export interface CallOptions {
  /** Standard input. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Kubectl {
  /** Standard output of a call that must succeed. */
  (args: readonly string[], options?: CallOptions): Promise<string>;
  /** A call that may fail. */
  readonly attempt: (args: readonly string[], options?: CallOptions) => Promise<Ended>;
  /** A call that runs until `stop`. */
  readonly follow: (args: readonly string[]) => Followed;
}

export interface Followed {
  /** Resolves to all output so far once it matches. Rejects when kubectl exits before. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export function createKubectl({ tool, kubeconfig, home }: KubectlOptions): Kubectl {
  const start = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(toolPath(tool), args, {
      // A call ends before garbage collection would pay off.
      env: { PATH: process.env['PATH'] ?? '', HOME: home, KUBECONFIG: kubeconfig, GOGC: 'off', ...environment },
    });

  const attempt: Kubectl['attempt'] = async (args, { input = '', environment } = {}) => {
    const child = start(args, environment);
    const output = collect(child);
    // It may exit without reading its input.
    child.stdin?.on('error', () => undefined).end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out: output.out, err: output.err };
  };

  const run = async (args: readonly string[], options?: CallOptions): Promise<string> => {
    const { code, out, err } = await attempt(args, options);
    assert.equal(code, 0, `kubectl ${args.join(' ')}: ${out}${err}`);
    return out;
  };

  const follow: Kubectl['follow'] = (args) => {
    const child = start(args);
    const output = collect(child);
    const ended = once(child, 'close').then(() => 'ended');
    return {
      async printed(pattern) {
        for (let last: string | undefined; ;) {
          if (pattern.test(output.out)) return output.out;
          if (last === 'ended' || child.stdout === null) throw new Error(`kubectl exited: ${output.out}${output.err}`);
          last = await Promise.race([ended, once(child.stdout, 'data').then(() => 'more')]);
        }
      },
      async stop() {
        child.kill('SIGINT');
        await ended;
      },
    };
  };

  return Object.assign(run, { attempt, follow });
}

function collect(child: ChildProcess): { out: string; err: string } {
  const output = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return output;
}
