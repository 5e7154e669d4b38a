import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { VERSION } from '@pilothouse/runtime/version.js';
import { ROOT } from '../house/sources.js';
import type { Outcome } from './outcome.js';

/** The machine and programs of a run. */
export function describeMachine(): Pick<Outcome, 'machine' | 'versions'> {
  const processors = cpus();
  return {
    machine: {
      processor: processors[0]?.model.trim() ?? 'unknown',
      cores: String(processors.length),
      memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
      system: `${type()} ${release()}`,
    },
    versions: {
      pilothouse: VERSION,
      commit: commit(),
      node: process.version,
      etcd: programVersion('ETCD', ['--version'], /etcd Version: (\S+)/) ?? 'none',
      'etcd-new': programVersion('ETCD_NEW', ['--version'], /etcd Version: (\S+)/) ?? 'none',
      client: `h2load ${programVersion('H2LOAD', ['--version'], /nghttp2\/(\S+)/) ?? 'none'}`,
    },
  };
}

/** With a `+` suffix when files are modified. */
function commit(): string {
  try {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

function programVersion(variable: string, args: readonly string[], pattern: RegExp): string | undefined {
  const program = process.env[variable];
  if (program === undefined) return undefined;
  return pattern.exec(execFileSync(program, args, { encoding: 'utf8' }))?.[1];
}
