import { execFile } from 'node:child_process';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JSON_TYPE, type Recipient } from './client.js';
import { processMetric } from './process-metric.js';
import type { Measurement } from './row.js';

/** The same request again and again, in a closed loop. */
export interface Load {
  readonly path: string;
  /** Requests in flight: each on a connection of its own, or with `isHttp2` all on the streams of one. */
  readonly concurrent: number;
  readonly isHttp2?: boolean;
  /** Connections over HTTP/2, among which the requests in flight are divided; one when absent. */
  readonly connections?: number;
  /** As long as all loads of the run when absent. */
  readonly seconds?: number;
  /** Requested media type; JSON when absent. */
  readonly accept?: string;
  /** Whether to accept a compressed response. */
  readonly gzip?: boolean;
  /** The body of a POST; a GET when absent. */
  readonly body?: string;
  /** The context of a sampled trace, so that each request is traced. */
  readonly traceparent?: string;
  /** Whether answers of 4xx, such as 429 of an overloaded server, are no error. They are not counted as requests. */
  readonly mayBeRefused?: boolean;
}

/** The flow control of Go's HTTP/2 client, and so of client-go: 4 MB for a stream and 1 GB for the connection. */
const CLIENT_GO = ['-w22', '-W30'];
const HTTP1 = ['--h1'];
/** Part of the duration that is repeated before it as a warm-up, because a new process still compiles its code. */
const WARM_UP = 1 / 3;
/** Seconds for connections and the last answers of a load. */
const MARGIN = 15;
/** Clock ticks in a second of the times in /proc: a constant of Linux. */
const TICKS = 100;

/** The variable that has the duration of loads in seconds. */
export const SECONDS = 'BENCH_SECONDS';

/** The duration of loads in seconds. */
export function loadSeconds(): number {
  return Number(process.env[SECONDS] ?? 5);
}

/** Requests per second. */
export async function requestsPerSecond(recipient: Recipient, load: Load): Promise<Measurement> {
  const { rate, cpu } = await measured(recipient, load);
  return { value: rate, unit: '/s', cpu };
}

/** The mean latency to the last byte. */
export async function latency(recipient: Recipient, load: Load): Promise<Measurement> {
  const { milliseconds, cpu } = await measured(recipient, load);
  return { value: milliseconds, unit: 'ms', cpu };
}

type Measured = Pick<Required<Measurement>, 'cpu'> & Report;

/** Measures after a warm-up. The CPU time of the server is what it reports of its process. */
async function measured(recipient: Recipient, { seconds = loadSeconds(), ...rest }: Load): Promise<Measured> {
  const load = { ...rest, seconds };
  await send(recipient, { ...load, seconds: Math.ceil(seconds * WARM_UP) });
  const [server, client] = [await cpuSeconds(recipient), await childSeconds()];
  const report = await send(recipient, load);
  const spent = (await cpuSeconds(recipient)) - server;
  const cpu = { perSecond: report.requests / spent, client: ((await childSeconds()) - client) / seconds };
  return { ...report, cpu };
}

/** CPU seconds of the server so far. */
export const cpuSeconds = (recipient: Recipient): Promise<number> =>
  processMetric(recipient, 'process_cpu_seconds_total');

/** CPU seconds of the processes that this one started and that have ended. */
async function childSeconds(): Promise<number> {
  const text = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  // The name of the program, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** A load with its duration. */
export type Timed = Load & { readonly seconds: number };

export interface Report {
  readonly requests: number;
  readonly rate: number;
  readonly milliseconds: number;
}

/** Runs h2load once with one thread, which uses much less CPU than a client in Node.js. */
export async function send(recipient: Recipient, { body, ...load }: Timed): Promise<Report> {
  if (body === undefined) return h2load(recipient, load);
  const directory = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const file = join(directory, 'body');
  await writeFile(file, body);
  try {
    return await h2load(recipient, load, [`-d${file}`, '-H', `content-type: ${JSON_TYPE}`]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function h2load(
  { url, token }: Recipient,
  {
    path,
    concurrent,
    isHttp2 = false,
    connections = 1,
    seconds,
    accept = JSON_TYPE,
    gzip = false,
    traceparent,
    mayBeRefused = false,
  }: Omit<Timed, 'body'>,
  more: readonly string[] = [],
): Promise<Report> {
  const program = process.env['H2LOAD'];
  if (program === undefined) throw new Error('h2load is missing');
  const requests = isHttp2
    ? [`-c${connections}`, `-m${concurrent / connections}`, ...CLIENT_GO]
    : [`-c${concurrent}`, '-m1', ...HTTP1];
  const headers = [
    `authorization: Bearer ${token}`,
    `accept: ${accept}`,
    ...(gzip ? ['accept-encoding: gzip'] : []),
    ...(traceparent === undefined ? [] : [`traceparent: ${traceparent}`]),
  ].flatMap((header) => ['-H', header]);
  const args = [...requests, `-D${seconds}`, ...headers, ...more, `${url}${path}`];
  const once = (): Promise<{ readonly stdout: string }> =>
    promisify(execFile)(program, args, { timeout: (seconds + MARGIN) * 1000 });
  // It never ends if a connection is established after the end of the load.
  const again = (error: unknown) => {
    if ((error as { readonly killed?: boolean }).killed !== true) throw error;
    return once();
  };
  const { stdout } = await once()
    .catch(again)
    .catch((error: unknown) => {
      // The error's message contains the command line, and so the token.
      const { code, killed = false } = error as { readonly code?: unknown; readonly killed?: boolean };
      throw new Error(`h2load failed: ${killed ? 'it does not end' : String(code)}`);
    });
  return reportOf(stdout, mayBeRefused);
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

/** The numbers in the output of h2load. Throws when a request failed, unless it was refused and may be. */
export function reportOf(output: string, mayBeRefused = false): Report {
  const [, rate] = /^finished in \S+ ([\d.]+) req\/s/m.exec(output) ?? [];
  const [, requests, failed] = /^requests: .* (\d+) succeeded, (\d+) failed, 0 errored, 0 timeout$/m.exec(output) ?? [];
  const [, refused] = /^status codes: .* (\d+) 4xx, /m.exec(output) ?? [];
  const [, value, unit = ''] = /^time for request:\s+\S+\s+\S+\s+([\d.]+)(us|ms|s)\s/m.exec(output) ?? [];
  const isAnswered = failed === '0' || (mayBeRefused && failed === refused);
  if (requests === undefined || Number(requests) === 0 || !isAnswered) throw new Error(`requests failed:\n${output}`);
  return { requests: Number(requests), rate: Number(rate), milliseconds: Number(value) * (UNITS[unit] ?? Number.NaN) };
}
