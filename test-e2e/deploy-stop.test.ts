import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from './support/eventually.js';
import { runCommand } from './support/server.js';

/** A program that listens and never accepts. It prints its port. */
const LISTEN = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  console.log(this.address().port);
});`;

describe('a stopping server', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  /** A port whose SYN packets get no answer, like that of an unreachable machine. */
  async function silentPort(): Promise<number> {
    const child = spawn(process.execPath, ['-e', LISTEN], { stdio: ['ignore', 'pipe', 'inherit'] });
    ends.push(() => child.kill('SIGKILL'));
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(text.toString());
    child.kill('SIGSTOP');
    // With a full backlog the kernel drops further connection requests.
    let connected = 0;
    const fill = (): Socket => connect(port, '127.0.0.1', () => connected++).on('error', () => undefined);
    for (let index = 0; index < 8; index++) {
      const socket = fill();
      ends.push(() => socket.destroy());
    }
    await eventually(async () => connected >= 2, 'the queue is full');
    return port;
  }

  it('exits while it is still connecting to an unreachable service', async function () {
    // On other systems a full backlog refuses connections.
    if (process.platform !== 'linux') this.skip();
    this.timeout(60_000);
    const address = `grpc://127.0.0.1:${await silentPort()}`;
    const server = runCommand(['apiserver', '--ephemeral', '--secure-port=0', `--admission-service=${address}`]);
    ends.push(() => server.kill('SIGKILL'));
    await server.printed(/is ready at/);
    server.kill('SIGTERM');
    const { code, signal } = await server.exited;
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
  });
});
