import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import {
  admissionService,
  type AdmissionService,
  type AnswerBatch,
  type NumberedReview,
  type ReviewBatch,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService, type GrpcHandlers } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc, type GrpcServer } from '@pilothouse/runtime/grpc/serve.js';
import { openBatchStream, type BatchStream } from './batch-stream.js';

const HOST = '127.0.0.1';

describe('a stream of batches', () => {
  let server: GrpcServer;
  let connection: GrpcConnection;
  let stream: BatchStream;
  let received: ReviewBatch[];
  /** The messages that answer a message. */
  let script: (reviews: readonly NumberedReview[]) => readonly Sent<AnswerBatch>[];
  const handlers: GrpcHandlers<AdmissionService> = {
    describe: async () => ({}),
    review: async () => ({}),
    reviewBatches:
      ({ send }) =>
      async (batch) => {
        received.push(batch);
        for (const answers of script(batch.reviews)) send(answers);
      },
  };
  before(async () => {
    server = await serveGrpc({
      address: { host: HOST, port: 0 },
      security: { type: 'plain' },
      services: [grpcService(admissionService, handlers)],
      onError: () => undefined,
      now: () => new Date(),
      maxRequestBytes: 10_000_000,
    });
    connection = connectGrpc({ addresses: [{ host: HOST, port: server.port }], security: { type: 'plain' } });
  });
  after(async () => {
    connection.close();
    await server.stop(0);
  });
  beforeEach(() => {
    received = [];
    script = (reviews) => [{ admitted: reviews.map(({ id }) => id), revision: 'r' }];
    stream = openBatchStream(connection, { openedAt: 0, onUnsupported: () => assert.fail('it is supported') });
  });
  afterEach(() => stream.close());

  /** The outcomes of two reviews with the uids `a` and `b`: what is known of them after a while. */
  async function outcomes(): Promise<readonly string[]> {
    const results = ['waits', 'waits'];
    const calls = ['a', 'b'].map((uid, index) => {
      const call = new ReviewCall();
      stream
        .review({ uid }, call)
        .then((answer) => `${answer.uid} ${answer.allowed} ${answer.revision}`)
        .catch(String)
        .then((outcome) => (results[index] = outcome))
        .catch(assert.fail);
      return call;
    });
    while (received.length === 0) await delay(1);
    await stream.review({ uid: 'c' }, new ReviewCall());
    const known = [...results];
    for (const call of calls) call.cancel(new Error('late'));
    return known;
  }

  it('sends the reviews of one turn as one message', async () => {
    const asked = Array.from({ length: 20 }, (_, index) => stream.review({ uid: `u${index}` }, new ReviewCall()));
    const uids = (await Promise.all(asked)).map(({ uid }) => uid);
    assert.deepEqual(
      uids,
      Array.from({ length: 20 }, (_, index) => `u${index}`),
    );
    assert.equal(received.length, 1);
  });

  it('limits the bytes of a message', async () => {
    const object = Buffer.alloc(100_000, ' ');
    await Promise.all(Array.from({ length: 7 }, () => stream.review({ uid: 'u', object }, new ReviewCall())));
    assert.deepEqual(
      received.map(({ reviews }) => reviews.length),
      [3, 3, 1],
    );
  });

  it('ends after its last answer', async () => {
    const asked = stream.review({ uid: 'a' }, new ReviewCall());
    stream.close();
    assert.equal((await asked).uid, 'a');
    while (!stream.isEnded()) await delay(1);
  });

  it('sends cancellations, and ends after them', async () => {
    script = () => [];
    const call = new ReviewCall();
    const asked = stream.review({ uid: 'a' }, call);
    while (received.length === 0) await delay(1);
    stream.close();
    call.cancel(new Error('late'));
    await assert.rejects(asked, { message: 'late' });
    while (!stream.isEnded()) await delay(1);
    assert.deepEqual(received[1], { reviews: [], cancelled: [1] });
  });

  const [a, b, c] = [1, 2, 3];
  const refusal = (uid: string) => ({ uid, allowed: false, revision: 's' });
  const last = { admitted: [c] };
  const answers: readonly (readonly [
    what: string,
    answers: readonly Sent<AnswerBatch>[],
    expected: readonly [string, string],
  ])[] = [
    [
      'in another order, in several messages',
      [{ admitted: [b], revision: 'r' }, { answers: [{ id: a, response: refusal('a') }] }],
      ['a false s', 'b true r'],
    ],
    ['with one that is missing', [{ admitted: [b], revision: 'r' }], ['waits', 'b true r']],
    [
      'with a failure of one',
      [{ admitted: [a], revision: 'r', answers: [{ id: b, failure: { code: 'INTERNAL', message: 'no' } }] }],
      ['a true r', 'GrpcError: no'],
    ],
    [
      'with a number twice',
      [{ admitted: [a, a], revision: 'r', answers: [{ id: a, response: refusal('a') }] }, { admitted: [b, b] }],
      ['a true r', 'b true '],
    ],
    [
      'with unknown numbers',
      [{ admitted: [0, 99, a], answers: [{ id: 77 }, { id: b, response: refusal('b') }] }],
      ['a true ', 'b false s'],
    ],
    ['with an empty one', [{ admitted: [a], answers: [{ id: b }] }], ['a true ', 'GrpcError: the answer is empty']],
    ['with a failure of an unknown kind', [{ answers: [{ id: a, failure: { code: 'OH' } }] }], ['GrpcError', 'waits']],
  ];
  for (const [what, given, expected] of answers) {
    it(`takes answers ${what}`, async () => {
      script = ([first]) => (first?.id === c ? [last] : given);
      assert.deepEqual(await outcomes(), expected);
    });
  }
});
