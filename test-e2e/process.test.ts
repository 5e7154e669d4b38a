import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect as connectPlain, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runCommand, runToEnd, startServer, type Server } from './support/server.js';

/** Milliseconds within which a fast shutdown ends, also on a busy machine. */
const SOON = 5000;

describe('pilothouse up', () => {
  let storage: TestStorage;
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
  });
  afterEach(() => storage.remove());

  const certificate = async (name: string): Promise<X509Certificate> =>
    new X509Certificate(await readFile(join(storage.directory, 'data', 'certificates', name)));

  it('prints its address and the next steps', async () => {
    const server = await startServer(storage.flags);
    assert.match(
      server.out(),
      /^Pilothouse is ready at https:\/\/127\.0\.0\.1:\d+ after \d\.\d\d s\. Objects are kept in /,
    );
    assert.equal(server.kubeconfig, join(storage.directory, 'data', 'kubeconfig'));
    assert.match(server.out(), /\n {2}kubectl get namespaces\n\n$/);
    await server.stop();
    assert.match(server.out(), /\nStopping\.\n$/);
  });

  it('creates secret files with mode 0600', async () => {
    const server = await startServer(storage.flags);
    const data = join(storage.directory, 'data');
    const mode = async (path: string): Promise<number> => (await stat(join(data, path))).mode & 0o777;
    const files = await readdir(join(data, 'certificates'));
    const keys = files.filter((name) => name.endsWith('.key')).map((name) => join('certificates', name));
    assert.ok(keys.length === 4, files.join(' '));
    for (const path of ['kubeconfig', ...keys]) assert.equal(await mode(path), 0o600, path);
    await server.stop();
  });

  it('names the process that holds its directory', async () => {
    const server = await startServer(storage.flags);
    const { code, out, err } = await runToEnd('up', '--secure-port=0', ...storage.flags);
    assert.deepEqual([code, out], [1, '']);
    assert.match(
      err,
      new RegExp(`^error: \\S+ is in use by process ${server.pid} \\(the API server at 127.0.0.1\\) since \\S+Z\\n$`),
    );
    await server.client.of(namespaces).get('default');
    await server.stop();
  });

  it('reports a port in use, and releases the directory', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, err } = await runToEnd('up', `--secure-port=${port}`, ...storage.flags);
    assert.deepEqual(
      [code, err],
      [1, `error: port ${port} on 127.0.0.1 is in use; set another one with --secure-port (0 selects a free port)\n`],
    );
    await once(other.close(), 'close');
    const server = await startServer([`--secure-port=${port}`, ...storage.flags]);
    assert.equal(server.port, port);
    await server.stop();
  });

  const wrong: readonly (readonly [args: readonly string[], text: RegExp])[] = [
    [['up', '--secure-port=70000'], /secure-port.*65535/],
    [['up', '--no-such-flag'], /unknown option '--no-such-flag'/],
    [['up', '--ephemeral', '--data-dir=/tmp/x'], /--ephemeral/],
    [['up', '--token-auth-file=/does/not/exist'], /token-auth-file.*\/does\/not\/exist/],
    [['sink'], /unknown command 'sink'/],
  ];
  it('exits with 2 on invalid flags', async () => {
    const exits = await Promise.all(wrong.map(([args]) => runToEnd(...args)));
    for (const [index, [args, text]] of wrong.entries()) {
      const { code, err } = exits[index] ?? { code: undefined, err: '' };
      assert.equal(code, 2, args.join(' '));
      assert.match(err, text);
      assert.doesNotMatch(err, /\n {4}at /);
    }
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`stops on ${signal} while clients are connected and watch`, async () => {
      const server = await startServer(storage.flags);
      const watch = server.client.of(namespaces).watch({ timeoutSeconds: 300 })[Symbol.asyncIterator]();
      await watch.next();
      const [silent, idle] = [
        connectPlain({ port: server.port, host: '127.0.0.1' }),
        connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }),
      ];
      await Promise.all([once(silent, 'connect'), once(idle, 'secureConnect')]);
      for (const socket of [silent, idle]) socket.on('error', () => undefined);
      const began = performance.now();
      server.kill(signal);
      let rest = 0;
      for (let next = await watch.next(); next.done !== true; next = await watch.next()) rest += 1;
      assert.equal(rest, 3, 'the watch ends as watches do, with nothing lost or made up');
      const { code, err } = await server.exited;
      assert.deepEqual([code, err], [0, '']);
      assert.ok(performance.now() - began < SOON);
      for (const socket of [silent, idle]) socket.destroy();
      await server.client.close();
    });
  }

  it('stops at once on a second signal', async () => {
    const server = await startServer(storage.flags);
    // A request whose body never ends delays the shutdown.
    const socket = connect({ port: server.port, host: '127.0.0.1', ...options(server) });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    socket.write('POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
    await server.client.of(namespaces).list();
    server.kill('SIGINT');
    await server.printed(/Stopping/);
    const state = await Promise.race([server.exited, pause(1000).then(() => 'waits')]);
    assert.equal(state, 'waits');
    const began = performance.now();
    server.kill('SIGINT');
    const { code, err } = await server.exited;
    assert.deepEqual([code, err], [130, '']);
    assert.ok(performance.now() - began < 2 * SOON);
    socket.destroy();
    await server.client.close();
  });

  it('leaves no files when it is ephemeral', async () => {
    const [home, tmp] = [join(storage.directory, 'home'), join(storage.directory, 'tmp')];
    await Promise.all([mkdir(home), mkdir(tmp)]);
    const server = await startServer(['--ephemeral'], { HOME: home, TMPDIR: tmp });
    await server.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'a' } });
    assert.ok(server.kubeconfig.startsWith(tmp), server.kubeconfig);
    await server.stop();
    assert.deepEqual([await readdir(home), await readdir(tmp)], [[], []]);
  });

  it('keeps its certificates and objects across restarts', async () => {
    const first = await startServer(storage.flags);
    await first.client.of(namespaces).create({ metadata: { name: 'kept' } });
    const before = await certificates();
    await first.stop();
    const second = await startServer([`--secure-port=${first.port}`, ...storage.flags]);
    assert.deepEqual(await certificates(), before);
    assert.equal((await second.client.of(namespaces).get('kept')).metadata.name, 'kept');
    await second.stop();
  });

  it('renews its serving certificate when its hosts change, and nothing else', async () => {
    const first = await startServer(storage.flags);
    const [ca, serving] = await certificates();
    await first.stop();
    const second = await startServer(['--bind-address=127.0.0.7', ...storage.flags]);
    assert.equal(new URL(second.url).hostname, '127.0.0.7');
    // The client checks the name in the certificate.
    await second.client.of(namespaces).get('default');
    const [caNow, servingNow] = await certificates();
    assert.equal(caNow, ca);
    assert.notEqual(servingNow, serving);
    await second.stop();
  });

  it('recreates lost leaf certificates, and never replaces an authority silently', async () => {
    const first = await startServer(storage.flags);
    const [ca] = await certificates();
    await first.stop();
    const directory = join(storage.directory, 'data', 'certificates');
    await rm(join(directory, 'apiserver.crt'));
    const second = await startServer(storage.flags);
    assert.equal((await certificates())[0], ca);
    await second.client.of(namespaces).get('default');
    await second.stop();
    await rm(join(directory, 'ca.key'));
    const { code, err } = await runToEnd('up', '--secure-port=0', ...storage.flags);
    assert.equal(code, 1);
    assert.match(err, /^error: .*ca\.key/);
  });

  it('prints its version', async () => {
    const { code, out } = await runCommand(['--version']).exited;
    assert.deepEqual([code, /^\d+\.\d+\.\d+\n$/.test(out)], [0, true]);
  });

  async function certificates(): Promise<string[]> {
    const all = await Promise.all(['ca.crt', 'apiserver.crt', 'admin.crt'].map(certificate));
    return all.map(({ fingerprint256 }) => fingerprint256);
  }
});

function options({ connection }: Server): { readonly ca: string; readonly cert: string; readonly key: string } {
  const { caPem = '', credentials } = connection;
  assert.ok(credentials !== undefined && 'certPem' in credentials);
  return { ca: caPem, cert: credentials.certPem, key: credentials.keyPem };
}
