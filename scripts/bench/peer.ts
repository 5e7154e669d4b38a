import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { textOf } from './client.js';
import type { Target } from './target.js';

/** Another server to measure with the same rows: one that runs, or a command that starts a new one. */
export type PeerSettings = (RunningPeerSettings & { readonly command?: never }) | { readonly command: string };

export interface RunningPeerSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** The CA file of the server; the system's CAs when absent. */
  readonly caFile?: string;
  readonly isInsecure: boolean;
}

/** Another server to measure beside ours. */
export interface Peer {
  /** Whether each `open` starts a new one. */
  readonly isStarted: boolean;
  /** Starts it, or returns the one that runs. */
  readonly open: () => Promise<OpenPeer>;
}

export interface OpenPeer extends Target {
  /** Whether it was started for this measurement: it stops, with its store, when it is closed. */
  readonly isOwn: boolean;
  /** Milliseconds from the start of its process to ready, if the command that started it reports them. */
  readonly readyMs?: number;
  readonly close: () => Promise<void>;
}

/** The line that a command of `--peer-command` prints once its server is ready. */
interface Announced {
  readonly url: string;
  readonly token: string;
  readonly caFile: string;
  readonly readyMs?: number;
}

export async function peerOf(settings: PeerSettings): Promise<Peer> {
  if (settings.command !== undefined) {
    const { command } = settings;
    return { isStarted: true, open: () => startPeer(command) };
  }
  const { url, token, isInsecure, caFile } = settings;
  const caPem = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  const running = { url, token, isInsecure, namespace: 'default', ...(caPem !== undefined && { caPem }) };
  return {
    isStarted: false,
    open: () => Promise.resolve({ ...running, isOwn: false, close: () => Promise.resolve() }),
  };
}

async function startPeer(command: string): Promise<OpenPeer> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    // It also ends when this process does, however that happens.
    child.stdin.end();
    await ended;
  };
  try {
    const { url, token, caFile, readyMs } = await announced(child.stdout);
    child.stdout.resume();
    const caPem = await readFile(caFile, 'utf8');
    return { url, token, caPem, namespace: 'default', isOwn: true, close, ...(readyMs !== undefined && { readyMs }) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function announced(output: Readable): Promise<Announced> {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const [line] = /^\{.*\}$/m.exec(text) ?? [];
    if (line !== undefined) return JSON.parse(line) as Announced;
  }
  throw new Error('the command of the peer ended before its server was ready');
}

/** Its version, such as `v1.36.2`. */
export async function versionOfPeer({ open }: Peer): Promise<string> {
  const peer = await open();
  try {
    return (JSON.parse(await textOf(peer, '/version')) as { readonly gitVersion: string }).gitVersion;
  } finally {
    await peer.close();
  }
}
