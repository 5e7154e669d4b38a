import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { newTestAuthority } from '../certificates/chain.test.helper.js';
import { tokenReviewService } from './generated/token-review.js';
import { failsWith, HOST, newTestGrpc, type ClientChanges, type TestGrpc } from './grpc.test.helper.js';

describe('a gRPC server', () => {
  let test: TestGrpc;
  beforeEach(async () => {
    test = await newTestGrpc();
  });
  afterEach(() => test.end());

  it('is plain only when configured, and then identifies clients by address', async () => {
    const { port } = await test.serve({ security: { type: 'plain' } });
    await test.clientOf(port, 'plain').review({});
    assert.deepEqual(test.asked[0]?.peer, { type: 'address', address: HOST });
    await assert.rejects(test.clientOf(port).review({}), failsWith('UNAVAILABLE'));
    const secure = await test.serve();
    await assert.rejects(test.clientOf(secure.port, 'plain').review({}), failsWith('UNAVAILABLE'));
  });

  it('requests no client certificate without a client CA', async () => {
    const files = { certFile: test.path('tls.crt'), keyFile: test.path('tls.key') };
    const { port } = await test.serve({ security: { type: 'tls', ...files } });
    await test.clientOf(port, { credentials: undefined }).review({});
    assert.deepEqual(test.asked[0]?.peer, { type: 'address', address: HOST });
  });

  it('rejects a client whose certificate has expired on an open connection', async () => {
    const { port } = await test.serve();
    const client = test.clientOf(port);
    await client.review({});
    test.time = new Date(Date.now() + 2 * 3_600_000);
    await assert.rejects(client.review({}), failsWith('UNAUTHENTICATED', /has expired/));
    assert.equal(test.asked.length, 1);
  });

  it('uses a new certificate once both files have changed', async () => {
    const { port } = await test.serve();
    const other = await newTestAuthority('other');
    const renewed = await test.serverCertificate(other);
    test.write('tls.crt', renewed.certPem);
    while (test.faults.length === 0) await delay(1);
    assert.match(test.faults.join(), /certificate files of the gRPC server.* are not a certificate and its key/);
    assert.equal(await isAccepted(port), true);
    test.write('tls.key', renewed.keyPem);
    while (!(await isAccepted(port, { caPem: other.certPem }))) await delay(1);
    assert.equal(await isAccepted(port), false);
  });

  it('disconnects clients that the new client CA does not trust', async () => {
    const { port } = await test.serve();
    const standing = test.clientOf(port);
    await standing.review({});
    test.write('client-ca.pem', (await newTestAuthority('other')).certPem);
    while (await isAccepted(port)) await delay(1);
    await assert.rejects(standing.review({}), failsWith('UNAVAILABLE'));
  });

  it('rejects clients whose handshake began under the previous client CA', async () => {
    const { port } = await test.serve({ requestTimeout: 200 });
    const held = await holdHandshakes(port);
    const client = test.clientOf(held.port);
    const first = client.review({}).catch(String);
    await held.begun;
    test.write('client-ca.pem', (await newTestAuthority('other')).certPem);
    while (await isAccepted(port)) await delay(1);
    held.release();
    await first;
    while (await client.review({}).catch(() => undefined)) await delay(10);
  });

  /** Forwards connections to a port, but holds back data after the first client message. */
  async function holdHandshakes(port: number): Promise<{
    readonly port: number;
    readonly begun: Promise<unknown>;
    readonly release: () => void;
  }> {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const proxy = createServer((client) => {
      const server = connectTcp(port, HOST);
      client.once('data', (hello) => {
        server.write(hello);
        for (const event of ['data', 'close']) server.once(event, () => proxy.emit('begun'));
        server.pipe(client);
        client.pause();
        void released.then(() => client.pipe(server));
      });
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
      test.onEnd(() => client.destroy());
    });
    test.onEnd(() => proxy.close());
    const begun = once(proxy, 'begun');
    proxy.listen(0, HOST);
    await once(proxy, 'listening');
    return { port: (proxy.address() as AddressInfo).port, begun, release };
  }

  it('ends a request that never completes', async () => {
    const { port } = await test.serve({ security: { type: 'plain' }, requestTimeout: 20 });
    const session = connectHttp2(`http://${HOST}:${port}`);
    test.onEnd(() => session.destroy());
    const headers = { 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request({ ':method': 'POST', ':path': `/${tokenReviewService.name}/Review`, ...headers });
    // Announces a message of 100 bytes.
    stream.write(Buffer.from([0, 0, 0, 0, 100, 0]));
    const [answer] = (await once(stream, 'response')) as [{ readonly 'grpc-status': string }];
    assert.equal(answer['grpc-status'], String(status.DEADLINE_EXCEEDED));
    stream.resume();
    await once(stream, 'close');
  });

  async function isAccepted(port: number, changes?: ClientChanges): Promise<boolean> {
    const connection = test.connect([port], changes);
    try {
      await connection.client(tokenReviewService).review({});
      return true;
    } catch {
      return false;
    } finally {
      connection.close();
    }
  }

  it('fails to start on a port in use, or without its files', async () => {
    const { port } = await test.serve();
    await assert.rejects(test.serve({ address: { host: HOST, port } }), {
      message: `listen EADDRINUSE: address already in use ${HOST}:${port}`,
      code: 'EADDRINUSE',
      syscall: 'listen',
      port,
    });
    const files = { certFile: test.path('none.crt'), keyFile: test.path('tls.key') };
    await assert.rejects(test.serve({ security: { type: 'tls', ...files } }), /ENOENT.*none\.crt/);
  });

  describe('during shutdown', () => {
    let answer: (() => void) | undefined;
    let begun: Promise<void>;
    beforeEach(() => {
      begun = new Promise((resolve) => {
        test.review = () => {
          resolve();
          return new Promise((resolveReview) => {
            answer = () => resolveReview({ authenticated: true });
          });
        };
      });
    });

    it('answers calls in flight and accepts no new ones', async () => {
      const { port, stop } = await test.serve();
      const call = test.clientOf(port).review({});
      await begun;
      const stopped = stop(60_000);
      await assert.rejects(test.clientOf(port).review({}), failsWith('UNAVAILABLE'));
      answer?.();
      assert.equal((await call).authenticated, true);
      await stopped;
    });

    it('ends calls after the grace period, and does not wait for silent connections', async () => {
      const { port, stop } = await test.serve();
      const silent = connectTcp(port, HOST);
      test.onEnd(() => silent.destroy());
      await new Promise((resolve) => {
        silent.once('connect', resolve);
      });
      const rejected = assert.rejects(test.clientOf(port).review({}), failsWith('CANCELLED'));
      await begun;
      await stop(20);
      await rejected;
    });
  });
});
