import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../house/sources.js';
import type { Measurement } from './row.js';
import type { RunningServer } from './server.js';

export interface LoadOptions {
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
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
}

/** One request to the server, whose answer must be a success. */
export async function call(server: RunningServer, { method, path, body, agent }: CallOptions): Promise<void> {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const options = { method, headers, ca: server.caPem, ...(agent && { agent }) };
  const status = await new Promise<number>((resolve, reject) => {
    request(`${server.url}${path}`, options, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    })
      .on('error', reject)
      .end(body);
  });
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}`);
}

async function withWrk(wrk: string, server: RunningServer, load: LoadOptions): Promise<Measurement> {
  const header = `Authorization: Bearer ${server.token}`;
  const args = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '-H', header, `${server.url}${load.path}`];
  const { stdout } = await promisify(execFile)(wrk, args);
  if (/Non-2xx/.test(stdout)) throw new Error(stdout);
  return { value: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]), unit: '/s' };
}

async function withNode(server: RunningServer, load: LoadOptions): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const began = performance.now();
  let answered = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() - began < load.seconds * 1000) {
      await call(server, { method: 'GET', path: load.path, agent });
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const value = (answered * 1000) / (performance.now() - began);
  agent.destroy();
  return { value, unit: '/s', note: 'limited by a client in Node on one core; wrk on PATH measures the server' };
}

function findWrk(): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), join(ROOT, '.cache', 'wrk', 'usr', 'bin')];
  return directories.map((directory) => join(directory, 'wrk')).find((path) => existsSync(path));
}
