import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JSON_TYPE, type Recipient } from './client.js';

export interface LoadOptions {
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requested media type; JSON when absent. */
  readonly accept?: string;
}

/**
 * Requests per second measured by wrk, whose single thread uses much less CPU than a Node client; undefined if WRK
 * names no program. `script` is Lua that creates the requests; GETs when absent.
 */
export async function wrk(recipient: Recipient, load: LoadOptions, script?: string): Promise<number | undefined> {
  const program = process.env['WRK'];
  if (program === undefined) return undefined;
  if (script === undefined) return run(program, recipient, load);
  const directory = await mkdtemp(join(tmpdir(), 'bench-wrk-'));
  const file = join(directory, 'post.lua');
  await writeFile(file, script);
  try {
    return await run(program, recipient, load, ['-s', file]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Posts the text repeatedly, with an incrementing number in place of `NUMBER`. */
export const postScript = (text: string): string => `
local before, after = ([[${text}]]):match('^(.*)NUMBER(.*)$')
local count = 0
wrk.method = 'POST'
wrk.headers['Content-Type'] = '${JSON_TYPE}'
function request()
  count = count + 1
  return wrk.format(nil, nil, nil, before .. count .. after)
end
`;

async function run(
  program: string,
  { url, token }: Recipient,
  { path, connections, seconds, accept = JSON_TYPE }: LoadOptions,
  more: readonly string[] = [],
): Promise<number> {
  const headers = ['-H', `Authorization: Bearer ${token}`, '-H', `Accept: ${accept}`];
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout=10s', ...headers, ...more, `${url}${path}`];
  const { stdout, stderr } = await promisify(execFile)(program, args).catch((error: unknown) => {
    // The error's message contains the command line, and so the token.
    const { code } = error as { readonly code?: unknown };
    throw new Error(`wrk failed: ${String(code)}`);
  });
  // wrk sends plain GETs when a script is invalid.
  if (/Non-2xx|Socket errors/.test(stdout) || stderr !== '') throw new Error(stdout + stderr);
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
}
