import { spawnSync } from 'node:child_process';

const PROGRAM = process.env['OPENSSL'] ?? 'openssl';

/** Runs openssl: the program in `OPENSSL`, or the one in `PATH`. */
export function openssl(...args: readonly string[]): { readonly status: number | null; out: string; err: string } {
  const { status, stdout, stderr, error } = spawnSync(PROGRAM, args, { encoding: 'utf8' });
  return { status, out: stdout ?? '', err: stderr ?? String(error) };
}

/** Skips the tests without openssl; in CI they fail. */
export function needOpenssl(context: Mocha.Context): void {
  const { status, err } = openssl('version');
  if (status === 0) return;
  if (process.env['CI']) throw new Error(`OPENSSL must name a program: ${err}`);
  context.skip();
}
