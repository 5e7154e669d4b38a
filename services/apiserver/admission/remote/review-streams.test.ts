import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { batchedReviews } from '@pilothouse/runtime/admission-api/batches.js';
import { admissionHandlers } from '@pilothouse/runtime/admission-api/handlers.js';
import {
  NoVerdictError,
  type AdmissionService,
  type Review,
  type Verdict,
} from '@pilothouse/runtime/admission-api/service.js';
import { followingCall, ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import { encodeReview } from '@pilothouse/runtime/admission-api/wire.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import {
  admissionService,
  type AdmissionService as AdmissionMethods,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService, type GrpcHandlers, type GrpcService } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc, type GrpcServer } from '@pilothouse/runtime/grpc/serve.js';
import { reviewStreams, type ReviewStreams } from './review-streams.js';

const HOST = '127.0.0.1';

/** A review of an object of this many bytes. */
function review(uid: string, bytes = 1): Parameters<ReviewStreams['review']>[0] {
  const asked: Review = {
    uid,
    phase: 'MUTATE',
    plugins: ['p'],
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'x',
    name: 'o',
    object: { data: 'x'.repeat(bytes) },
    old: undefined,
    options: newObject(),
    user: { name: 'jane', uid: '', groups: [], extra: new Map() },
    dryRun: false,
  };
  return encodeReview(asked);
}

describe('streams of reviews', () => {
  let server: GrpcServer;
  let connection: GrpcConnection;
  let streams: ReviewStreams;
  let answer: AdmissionService['review'];
  let faults: string[];
  const admitted: Verdict = { allowed: true, warnings: [], annotations: [], revision: '1' };
  const call = (): ReviewCall => new ReviewCall();
  const serve = (service: GrpcService): Promise<GrpcServer> =>
    serveGrpc({
      address: { host: HOST, port: 0 },
      security: { type: 'plain' },
      services: [service],
      onError: (error) => faults.push(String(error)),
      now: () => new Date(),
      requestTimeout: 30,
    });

  beforeEach(async () => {
    answer = async () => admitted;
    faults = [];
    const service: AdmissionService = {
      describe: async () => ({ plugins: [], revision: '1' }),
      review: (asked, call) => answer(asked, call),
    };
    server = await serve(grpcService(admissionService, admissionHandlers(service)));
    connection = connectGrpc({ addresses: [{ host: HOST, port: server.port }], security: { type: 'plain' } });
    streams = reviewStreams({ connection: () => connection, addresses: 1, now: () => 0 });
  });
  afterEach(async () => {
    connection.close();
    await server.stop(0);
  });

  it('answer many reviews in any order', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    answer = async ({ uid }) => {
      if (uid === '0') await released;
      return admitted;
    };
    const [first, ...others] = Array.from({ length: 40 }, (_, index) => streams.review(review(String(index)), call()));
    for (const [index, other] of others.entries()) assert.equal((await other)?.uid, String(index + 1));
    release();
    assert.equal((await first)?.uid, '0');
  });

  it('stay open without reviews', async () => {
    await streams.review(review('a'), call());
    await delay(60);
    assert.equal((await streams.review(review('b'), call()))?.uid, 'b');
    assert.equal((await streams.review(review('c'), call()))?.uid, 'c');
  });

  it('report the failure of one review, and go on', async () => {
    answer = async ({ uid }) => {
      if (uid === 'bad') throw new NoVerdictError('unavailable', 'not yet');
      return admitted;
    };
    const others = ['a', 'b'].map((uid) => streams.review(review(uid), call()));
    await assert.rejects(async () => streams.review(review('bad'), call()), {
      code: 'UNAVAILABLE',
      message: 'not yet',
    });
    for (const other of others) assert.equal((await other)?.allowed, true);
  });

  it('fail with the stream if the service has a fault', async () => {
    answer = async () => {
      throw new Error('fault');
    };
    await assert.rejects(async () => streams.review(review('a'), call()), {
      code: 'INTERNAL',
      message: 'internal error',
    });
    assert.deepEqual(faults, ['Error: fault']);
    answer = async () => admitted;
    for (const uid of ['b', 'c']) assert.equal((await streams.review(review(uid), call()))?.uid, uid);
  });

  it('cancel a review that is no longer awaited, and only that', async () => {
    const cancelled: string[] = [];
    answer = ({ uid }, call) =>
      uid === 'a' || uid === 'b'
        ? new Promise((_resolve, reject) =>
            call.signal.addEventListener('abort', () => {
              cancelled.push(uid);
              reject(call.signal.reason as Error);
            }),
          )
        : Promise.resolve(admitted);
    const off = new AbortController();
    const [first, second] = ['a', 'b'].map((uid) =>
      streams.review(review(uid), uid === 'a' ? followingCall(off.signal) : call()),
    );
    second?.catch(() => undefined);
    await streams.review(review('c'), call());
    off.abort(new Error('gone'));
    await assert.rejects(async () => first, /gone/);
    while (cancelled.length === 0) await delay(1);
    assert.deepEqual(cancelled, ['a']);
    assert.equal((await streams.review(review('d'), call()))?.uid, 'd');
  });

  it('answer what they have before a graceful stop, and are unavailable then', async () => {
    const seen: string[] = [];
    answer = async ({ uid }) => {
      seen.push(uid);
      await delay(20);
      return admitted;
    };
    const asked = ['a', 'b'].map((uid) => streams.review(review(uid), call()));
    while (seen.length < 2) await delay(1);
    await server.stop(5_000);
    for (const each of asked) assert.equal((await each)?.allowed, true);
    await assert.rejects(async () => streams.review(review('c'), call()), { code: 'UNAVAILABLE' });
  });

  describe('to two servers', () => {
    let second: GrpcServer;
    let both: GrpcConnection;
    /** The servers of the streams that were opened. */
    let opened: number[];
    beforeEach(async () => {
      opened = [];
      const counting = (index: number): GrpcService => {
        const service: AdmissionService = { describe: () => assert.fail(), review: answer };
        const handlers: GrpcHandlers<AdmissionMethods> = {
          ...admissionHandlers(service),
          reviewBatches(stream) {
            opened.push(index);
            return batchedReviews(service, stream);
          },
        };
        return grpcService(admissionService, handlers);
      };
      await server.stop(0);
      [server, second] = [await serve(counting(0)), await serve(counting(1))];
      both = connectGrpc({
        addresses: [
          { host: HOST, port: server.port },
          { host: HOST, port: second.port },
        ],
        security: { type: 'plain' },
      });
      let time = 0;
      streams = reviewStreams({ connection: () => both, addresses: 2, now: () => time });
      // The streams end after a time: at first, only one server is known to serve.
      while (new Set(opened.slice(-2)).size < 2) {
        time += 60_000;
        for (const uid of ['a', 'b']) await streams.review(review(uid), call());
      }
      opened = [];
    });
    afterEach(async () => {
      both.close();
      await second.stop(0);
    });

    it('leave one that stops before it refuses reviews', async () => {
      const off = new AbortController();
      const stopped = server.stop(60_000).then(() => off.abort());
      const ask = async (): Promise<void> => {
        while (!off.signal.aborted) assert.equal((await streams.review(review('a'), call()))?.allowed, true);
      };
      await Promise.all(Array.from({ length: 10 }, ask));
      await stopped;
      assert.deepEqual(opened, [1]);
    });

    it('leave one that does not serve', async () => {
      server.setServing(false);
      while (opened.length === 0) await streams.review(review('a'), call());
      assert.deepEqual(opened, [1]);
    });

    it('stay where they are if neither serves', async () => {
      for (const each of [server, second]) each.setServing(false);
      for (let round = 0; round < 20; round += 1) {
        await streams.review(review('a'), call());
        await delay(2);
      }
      // One may move, since the first change is known before the second one.
      assert.ok(opened.length <= 1, opened.join());
    });
  });

  it('are lost with their connection', async () => {
    answer = () => new Promise(() => {});
    const asked = ['a', 'b'].map((uid) => streams.review(review(uid), call()));
    const failed = Promise.all(asked.map((each) => assert.rejects(async () => each, { name: 'GrpcError' })));
    await delay(10);
    await server.stop(0);
    await failed;
  });

  it('take no large objects, and no more reviews than the service reads', async () => {
    assert.equal(streams.review(review('large', 300_000), call()), undefined);
    answer = () => new Promise(() => {});
    const asked: unknown[] = [];
    for (;;) {
      const waiting = streams.review(review('a'), call());
      if (waiting === undefined) break;
      waiting.catch(() => undefined);
      asked.push(waiting);
    }
    assert.equal(asked.length, 2 * 64);
  });
});
