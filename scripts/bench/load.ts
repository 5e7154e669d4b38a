import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../house/sources.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import type { RunningServer } from './server.js';

const JSON_TYPE = 'application/json';

export interface LoadOptions {
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** Media type that is asked for; JSON when absent. */
  readonly accept?: string;
  /** What is posted, of the given name; config maps when absent. */
  readonly text?: (name: string) => string;
}

/** How many GETs a second the server answers over TLS with connections that stay open. */
export async function getsPerSecond(server: RunningServer, options: LoadOptions): Promise<Measurement> {
  const wrk = findWrk();
  return wrk === undefined ? withNode(server, options) : withWrk(wrk, server, options);
}

export interface CallOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly agent?: Agent;
  readonly accept?: string;
}

/** One request to the server, whose answer must be a success. */
export async function call(server: RunningServer, options: CallOptions): Promise<void> {
  const { method, path, body, agent, accept = JSON_TYPE } = options;
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': JSON_TYPE, accept };
  const sent = { method, headers, ca: server.caPem, ...(agent && { agent }) };
  const status = await new Promise<number>((resolve, reject) => {
    request(`${server.url}${path}`, sent, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    })
      .on('error', reject)
      .end(body);
  });
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}`);
}

export interface CreateOptions {
  readonly path: string;
  readonly bodies: readonly string[];
}

const CREATORS = 16;

/** Creates objects, several at a time. */
export async function createMany(server: RunningServer, { path, bodies }: CreateOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CREATORS });
  const left = bodies.values();
  const create = async (): Promise<void> => {
    for (const body of left) await call(server, { method: 'POST', path, body, agent });
  };
  await Promise.all(Array.from({ length: CREATORS }, create));
  agent.destroy();
}

/** How many objects a second the server creates for clients on so many connections. */
export async function postsPerSecond(server: RunningServer, load: LoadOptions): Promise<Measurement> {
  const wrk = findWrk();
  if (wrk === undefined) return createdWithNode(server, load);
  const directory = await mkdtemp(join(tmpdir(), 'bench-wrk-'));
  const script = join(directory, 'create.lua');
  await writeFile(script, createScript(load.text ?? objectText));
  try {
    return await withWrk(wrk, server, load, ['-s', script]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** What wrk sends: another object with each request. */
const createScript = (text: (name: string) => string): string => `
local before, after = ([[${text('NAME')}]]):match('^(.*)NAME(.*)$')
local count = 0
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
function request()
  count = count + 1
  return wrk.format(nil, nil, nil, before .. 'created-' .. count .. after)
end
`;

async function createdWithNode(
  server: RunningServer,
  { path, seconds, text = objectText }: LoadOptions,
): Promise<Measurement> {
  const began = performance.now();
  let created = 0;
  while (performance.now() - began < seconds * 1000) {
    const bodies = Array.from({ length: 200 }, () => text(`created-${created++}`));
    await createMany(server, { path, bodies });
  }
  return { value: (created * 1000) / (performance.now() - began), unit: '/s', note: SLOW_CLIENT };
}

/** How long a GET takes on one connection that stays open, to the last byte. */
export async function millisecondsToGet(server: RunningServer, path: string, accept?: string): Promise<Measurement> {
  const load = { path, connections: 1, seconds: 5, ...(accept !== undefined && { accept }) };
  const { value, note } = await getsPerSecond(server, load);
  return { value: 1000 / value, unit: 'ms', ...(note !== undefined && { note }) };
}

const SLOW_CLIENT = 'limited by a client in Node on one core; wrk on PATH measures the server';

async function withWrk(
  wrk: string,
  server: RunningServer,
  load: LoadOptions,
  more: readonly string[] = [],
): Promise<Measurement> {
  const args = [
    '-t1',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    '-H',
    `Authorization: Bearer ${server.token}`,
    '-H',
    `Accept: ${load.accept ?? JSON_TYPE}`,
    ...more,
    `${server.url}${load.path}`,
  ];
  const { stdout, stderr } = await promisify(execFile)(wrk, args);
  // It measures plain GETs where a script is wrong.
  if (/Non-2xx|Socket errors/.test(stdout) || stderr !== '') throw new Error(stdout + stderr);
  return { value: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]), unit: '/s' };
}

async function withNode(server: RunningServer, load: LoadOptions): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const began = performance.now();
  let answered = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() - began < load.seconds * 1000) {
      await call(server, { method: 'GET', path: load.path, agent, ...(load.accept && { accept: load.accept }) });
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const value = (answered * 1000) / (performance.now() - began);
  agent.destroy();
  return { value, unit: '/s', note: SLOW_CLIENT };
}

function findWrk(): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), join(ROOT, '.cache', 'wrk', 'usr', 'bin')];
  return directories.map((directory) => join(directory, 'wrk')).find((path) => existsSync(path));
}
