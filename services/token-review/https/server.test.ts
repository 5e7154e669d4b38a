import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { clientReader } from './client.js';
import { serveHttps, type HttpsServer } from './server.js';

describe('HTTPS server', () => {
  let directory: string;
  let authority: TestIssuer;
  let serving: TestIssuer;
  const file = (name: string): string => join(directory, name);
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'https-'));
    authority = await newTestAuthority('ca');
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    serving = await testCertificate({ commonName: 's' }, { purpose, issuer: authority });
    await Promise.all([writeFile(file('crt'), serving.certPem), writeFile(file('key'), serving.keyPem)]);
  });
  after(() => rm(directory, { recursive: true }));

  const start = (handle: () => Promise<void> = async () => undefined): Promise<HttpsServer> =>
    serveHttps({
      host: '127.0.0.1',
      port: 0,
      files: { certFile: file('crt'), keyFile: file('key') },
      async handle({ client = '?' }) {
        await handle();
        return { status: 200, body: { client } };
      },
      onError: assert.ifError,
    });
  async function open({ url }: HttpsServer): Promise<TLSSocket> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', ca: authority.certPem });
    await once(socket, 'secureConnect');
    return socket.setEncoding('utf8');
  }
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  it('identifies clients without certificates by their address', async () => {
    const server = await start();
    const socket = await open(server);
    socket.write(GET);
    assert.match(String(await once(socket, 'data')), /\r\n\r\n\{"client":"127\.0\.0\.1"\}$/);
    socket.destroy();
    await server.stop(0);
  });

  it('rejects invalid HTTP/1.1', async () => {
    const server = await start(() => assert.fail('the request was served'));
    const socket = await open(server);
    const closed = once(socket, 'close');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${GET}`);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 400 [^]*more than one Host/);
    await closed;
    await server.stop(0);
  });

  it('finishes requests in flight when it stops, and accepts no new ones', async () => {
    let finish = (): void => {};
    const server = await start(() => new Promise((resolve) => (finish = resolve)));
    const [busy, idle] = [await open(server), await open(server)];
    const closed = once(idle, 'close');
    busy.write(GET);
    while (String(finish) === String(() => {})) await new Promise(setImmediate);
    const stopped = server.stop(10_000);
    finish();
    assert.match(String(await once(busy, 'data')), /^HTTP\/1\.1 200/);
    busy.destroy();
    idle.destroy();
    await Promise.all([stopped, closed]);
  });

  it('does not start with a key that does not match the certificate', async () => {
    const other = await testCertificate({ commonName: 'o' }, { purpose: { type: 'client' } });
    await writeFile(file('other'), other.keyPem);
    const files = { certFile: file('crt'), keyFile: file('other') };
    const options = { host: '127.0.0.1', port: 0, files, handle: () => assert.fail(), onError: assert.ifError };
    await assert.rejects(serveHttps(options), { message: /are not a certificate and its key/ });
  });
});

describe('certificate reload of the HTTPS server', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'https-'));
  });
  after(() => rm(directory, { recursive: true }));

  it('applies to new handshakes and to the clients of open connections', async () => {
    const [former, next] = await Promise.all([newTestAuthority('former'), newTestAuthority('next')]);
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const leaf = (issuer: TestIssuer) => testCertificate({ commonName: 's' }, { purpose, issuer });
    const [serving, renewed, ann] = await Promise.all([
      leaf(former),
      leaf(next),
      testCertificate({ commonName: 'ann' }, { purpose: { type: 'client' }, issuer: former }),
    ]);
    const write = (name: string, text: string): Promise<void> => writeFile(join(directory, name), text);
    await Promise.all([write('crt', serving.certPem), write('key', serving.keyPem), write('ca', former.certPem)]);
    const server = await serveHttps({
      host: '127.0.0.1',
      port: 0,
      files: { certFile: join(directory, 'crt'), keyFile: join(directory, 'key'), clientCaFile: join(directory, 'ca') },
      handle: async ({ client = 'nobody' }) => ({ status: 200, body: { client } }),
      onError: () => undefined,
      watchInterval: 2,
    });
    const port = Number(new URL(server.url).port);
    /** Resolves to the connection, or undefined if the handshake fails. */
    const open = async (ca: TestIssuer): Promise<TLSSocket | undefined> => {
      const socket = connect({ port, host: '127.0.0.1', ca: ca.certPem, cert: ann.certPem, key: ann.keyPem });
      socket.setEncoding('utf8').on('error', () => undefined);
      return once(socket, 'secureConnect').then(
        () => socket,
        () => undefined,
      );
    };
    const clientOn = async (socket: TLSSocket | undefined): Promise<string> => {
      assert.ok(socket);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return String(await once(socket, 'data')).split('\r\n\r\n')[1] ?? '';
    };
    const standing = await open(former);
    assert.equal(await clientOn(standing), '{"client":"ann"}');
    await Promise.all([write('crt', renewed.certPem), write('key', renewed.keyPem)]);
    let fresh: TLSSocket | undefined;
    while ((fresh = await open(next)) === undefined);
    assert.equal(await clientOn(fresh), '{"client":"ann"}');
    await write('ca', next.certPem);
    while ((await clientOn(standing)) === '{"client":"ann"}');
    assert.equal(await clientOn(standing), '{"client":"nobody"}');
    standing?.destroy();
    fresh?.destroy();
    await server.stop(0);
  });
});

describe('client identity', () => {
  it('is the name in its certificate while that is valid', async () => {
    const [authority, other] = await Promise.all([newTestAuthority('ca'), newTestAuthority('other')]);
    const leaf = await testCertificate({ commonName: 'ann' }, { purpose: { type: 'client' }, issuer: authority });
    let [authorities, now] = [[authority.cert], Date.now()];
    const clientOf = clientReader({ authorities: () => authorities, now: () => now });
    const socket = { getPeerX509Certificate: () => leaf.cert } as unknown as TLSSocket;
    assert.equal(clientOf(socket), 'ann');
    now += 2 * 3_600_000;
    assert.equal(clientOf(socket), undefined);
    now -= 2 * 3_600_000;
    authorities = [other.cert];
    assert.equal(clientOf(socket), undefined);
    authorities = [other.cert, authority.cert];
    assert.equal(clientOf(socket), 'ann');
    assert.equal(clientOf({ getPeerX509Certificate: () => undefined } as unknown as TLSSocket), undefined);
  });
});
