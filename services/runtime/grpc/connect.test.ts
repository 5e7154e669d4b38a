import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { newTestAuthority } from '../certificates/chain.test.helper.js';
import type { GrpcClient } from './connect.js';
import { GrpcError } from './errors.js';
import { tokenReviewService, type TokenReviewService } from './generated/token-review.js';
import { failsWith, HOST, newTestGrpc, type ClientChanges, type TestGrpc } from './grpc.test.helper.js';
import { addHandlers, grpcService } from './handlers.js';
import type { GrpcServer } from './serve.js';

describe('a gRPC client', () => {
  let test: TestGrpc;
  let port: number;
  before(async () => {
    test = await newTestGrpc();
    ({ port } = await test.serve());
  });
  after(() => test.end());
  beforeEach(() => {
    test.asked.length = 0;
    test.faults.length = 0;
    test.review = async () => ({});
  });

  it('sends and receives every field', async () => {
    const expires = { seconds: 253_402_300_799, nanos: 5 };
    test.review = async () => ({
      authenticated: true,
      user: { username: 'ann', groups: ['a', 'b'], extra: { x: { items: ['1'] }, ['__proto__']: { items: ['2'] } } },
      audiences: ['api'],
      expires,
    });
    const answer = await test.clientOf(port).review({ token: 'a"b', audiences: ['api'] });
    assert.deepEqual(test.asked, [
      {
        request: { token: 'a"b', audiences: ['api'] },
        peer: { type: 'certificate', name: 'hook', address: HOST },
      },
    ]);
    const { user, ...others } = answer;
    assert.deepEqual(others, { authenticated: true, audiences: ['api'], error: '', expires });
    assert.deepEqual(Object.entries(user?.extra ?? {}), [
      ['x', { items: ['1'] }],
      ['__proto__', { items: ['2'] }],
    ]);
  });

  it('receives zero values for omitted fields', async () => {
    assert.deepEqual(await test.clientOf(port).review({}), {
      authenticated: false,
      user: null,
      audiences: [],
      error: '',
      expires: null,
    });
    assert.deepEqual(test.asked[0]?.request, { token: '', audiences: [] });
  });

  const strangers: readonly (readonly [name: string, changes: () => Promise<ClientChanges>])[] = [
    ['without a certificate', async () => ({ credentials: undefined })],
    [
      'with a certificate from another CA',
      async () => ({ credentials: await test.clientCertificate(await newTestAuthority('stranger')) }),
    ],
    ['with an expired certificate', async () => ({ credentials: await test.clientCertificate(test.ca, -1) })],
    ['that trusts another CA', async () => ({ caPem: (await newTestAuthority('stranger')).certPem })],
    ['that expects another name', async () => ({ serverName: 'other.example.com' })],
  ];
  for (const [name, changes] of strangers) {
    it(`${name} fails`, async () => {
      await assert.rejects(test.clientOf(port, await changes()).review({}), failsWith('UNAVAILABLE'));
      assert.deepEqual(test.asked, []);
    });
  }

  it('rejects an invalid certificate or CA', () => {
    assert.throws(() => test.clientOf(port, { caPem: 'x' }), /authorities of the server holds no certificate/);
    assert.throws(() => test.clientOf(port, { credentials: { ...test.ca, keyPem: 'x' } }), /DECODER/);
  });

  it('receives a GrpcError and no other error details', async () => {
    const client = test.clientOf(port);
    test.review = async () => {
      throw new GrpcError('RESOURCE_EXHAUSTED', 'too often: ünd %');
    };
    await assert.rejects(client.review({}), failsWith('RESOURCE_EXHAUSTED', /^too often: ünd %$/));
    assert.deepEqual(test.faults, []);
    test.review = () => {
      throw new Error('the secret');
    };
    await assert.rejects(client.review({}), failsWith('INTERNAL', /^internal error$/));
    assert.deepEqual(test.faults, ['/pilothouse.tokenreview.v1.TokenReviewService/Review: Error: the secret']);
  });

  it('neither sends nor receives messages beyond the limit', async () => {
    const client = test.clientOf(port);
    const token = 'x'.repeat(1_100_000);
    await assert.rejects(client.review({ token }), failsWith('RESOURCE_EXHAUSTED', /larger than/));
    assert.deepEqual(test.asked, []);
    test.review = async () => ({ error: token });
    await assert.rejects(client.review({}), failsWith('RESOURCE_EXHAUSTED', /larger than/));
  });

  for (const [name, options, outcome] of [
    ['aborts', () => ({ signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' }],
    ['times out', () => ({ timeout: 20 }), { code: 'DEADLINE_EXCEEDED' }],
  ] as const) {
    it(`that ${name} stops waiting, and so does the handler`, async () => {
      const client = test.clientOf(port);
      await client.review({});
      const left = new Promise<void>((resolve) => {
        test.review = (_request, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              resolve();
              reject(signal.reason as Error);
            });
          });
      });
      await assert.rejects(client.review({}, options()), outcome);
      await left;
      assert.deepEqual(test.faults, []);
    });
  }

  it('sends no call when its signal is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(test.clientOf(port).review({}, { signal }), { message: 'gone' });
    assert.deepEqual(test.asked, []);
  });

  it('ends the calls in flight when it is closed, and rejects new ones', async () => {
    const connection = test.connect([port]);
    const begun = new Promise<void>((resolve) => {
      test.review = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const rejected = assert.rejects(connection.client(tokenReviewService).review({}), failsWith('CANCELLED'));
    await begun;
    connection.close();
    await rejected;
    await assert.rejects(connection.client(tokenReviewService).review({}), failsWith('CANCELLED', /is closed/));
  });

  describe('of several servers', () => {
    const counts: number[] = [];
    const counting = (index: number) =>
      grpcService(tokenReviewService, {
        async review() {
          counts[index] = (counts[index] ?? 0) + 1;
          return {};
        },
      });
    /** How many of ten calls each server gets. */
    async function shares(client: GrpcClient<TokenReviewService>): Promise<readonly number[]> {
      counts.fill(0);
      for (let call = 0; call < 10; call++) await client.review({});
      return [...counts];
    }
    /** Calls until the shares are these. */
    async function becomes(client: GrpcClient<TokenReviewService>, expected: readonly number[]): Promise<void> {
      while (!isDeepStrictEqual(await shares(client), expected)) await delay(1);
    }
    const pair = (): Promise<readonly [GrpcServer, GrpcServer]> =>
      Promise.all([test.serve({ services: [counting(0)] }), test.serve({ services: [counting(1)] })]);
    const clientOf = (ports: readonly number[]): GrpcClient<TokenReviewService> =>
      test.connect(ports).client(tokenReviewService);
    beforeEach(() => {
      counts.splice(0, counts.length, 0, 0);
    });

    it('balances calls round-robin, and skips one that is lost', async () => {
      const [first, second] = await pair();
      const client = clientOf([first.port, second.port]);
      await becomes(client, [5, 5]);
      await first.stop(0);
      // The client may not have noticed yet.
      await client.review({}).catch(() => {});
      await client.review({}).catch(() => {});
      assert.deepEqual(await shares(client), [0, 10]);
    });

    it('calls those that do not serve only if no other does', async () => {
      const [first, second] = await pair();
      const client = clientOf([first.port, second.port]);
      await becomes(client, [5, 5]);
      second.setServing(false);
      await becomes(client, [10, 0]);
      first.setServing(false);
      await becomes(client, [5, 5]);
      second.setServing(true);
      await becomes(client, [0, 10]);
    });

    it('calls one without the health service like those that serve', async () => {
      const plain = new Server();
      test.onEnd(() => plain.forceShutdown());
      const options = {
        isMutual: false,
        now: () => test.time,
        onError: () => {},
        stopping: new AbortController().signal,
      };
      addHandlers(plain, [counting(1)], options);
      const bind = promisify(plain.bindAsync.bind(plain));
      const ports = [
        (await test.serve({ services: [counting(0)], security: { type: 'plain' } })).port,
        await bind(`${HOST}:0`, ServerCredentials.createInsecure()),
      ];
      const client = test.connect(ports, 'plain').client(tokenReviewService);
      await becomes(client, [5, 5]);
      // A pause, since all are called as long as none has told.
      await delay(50);
      assert.deepEqual(await shares(client), [5, 5]);
    });
  });

  it('tries again at least every 240 milliseconds to connect', async () => {
    const times: number[] = [];
    const refusing = createServer((socket) => {
      times.push(performance.now());
      socket.destroy();
    }).listen(0, HOST);
    await once(refusing, 'listening');
    test.onEnd(() => refusing.close());
    const client = test.clientOf((refusing.address() as AddressInfo).port);
    while (times.length < 10) {
      await client.review({}).catch(() => {});
      await delay(1);
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // On a busy machine, some take longer.
    assert.ok(Math.min(...pauses.slice(-3)) < 400, pauses.join());
  });

  it('reconnects to a restarted server', async () => {
    const server = await test.serve();
    const client = test.clientOf(server.port);
    await client.review({});
    await server.stop(1000);
    await assert.rejects(client.review({}), failsWith('UNAVAILABLE'));
    await test.serve({ address: { host: HOST, port: server.port } });
    const isAnswered = async (): Promise<boolean> =>
      client.review({}).then(
        () => true,
        () => false,
      );
    while (!(await isAnswered())) await delay(5);
  });
});
