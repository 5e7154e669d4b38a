import assert from 'node:assert/strict';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { tokenReviewService } from '@pilothouse/runtime/grpc/generated/token-review.js';
import { serveGrpc, type GrpcServer } from '@pilothouse/runtime/grpc/serve.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { ReviewRequest } from '../review/review-request.js';
import type { Outcome, Reviewer } from '../review/review.js';
import { tokenReviewOverGrpc } from './token-review-service.js';

describe('gRPC token review', () => {
  let server: GrpcServer;
  let connection: GrpcConnection;
  let asked: ReviewRequest[];
  let clients: string[];
  let outcome: Outcome;
  let wait: number | undefined;
  const reviewer: Reviewer = {
    admit({ client }) {
      clients.push(client);
      return wait === undefined ? undefined : { type: 'limited', retryAfter: wait };
    },
    async review(reviewRequest) {
      asked.push(reviewRequest);
      return outcome;
    },
    unreadable: () => undefined,
  };
  before(async () => {
    server = await serveGrpc({
      address: { host: '127.0.0.1', port: 0 },
      security: { type: 'plain' },
      services: [tokenReviewOverGrpc(reviewer)],
      onError: assert.ifError,
      now: () => new Date(),
    });
    const addresses = [{ host: '127.0.0.1', port: server.port }] as const;
    connection = connectGrpc({ addresses, security: { type: 'plain' } });
  });
  after(async () => {
    connection.close();
    await server.stop(0);
  });
  beforeEach(() => {
    [asked, clients, wait] = [[], [], undefined];
  });
  const review = () => connection.client(tokenReviewService).review({ token: 't', audiences: ['a'] });

  const EMPTY = { authenticated: false, user: null, audiences: [], error: '', expires: null };
  const user = { ...authenticatedUser('ann', ['g'], '1'), extra: new Map([['k', ['v', 'w']]]) };
  const answers: readonly (readonly [outcome: Outcome, response: object])[] = [
    [{ type: 'unknown' }, EMPTY],
    [
      { type: 'rejected', reason: 'r' },
      { ...EMPTY, error: 'r' },
    ],
    [
      { type: 'authenticated', user, audiences: ['a'], expires: 1_500 },
      {
        ...EMPTY,
        authenticated: true,
        user: { username: 'ann', uid: '1', groups: ['g', 'system:authenticated'], extra: { k: { items: ['v', 'w'] } } },
        audiences: ['a'],
        expires: { seconds: 1, nanos: 500_000_000 },
      },
    ],
    [
      { type: 'authenticated', user: authenticatedUser('bob'), audiences: ['a'] },
      {
        ...EMPTY,
        authenticated: true,
        user: { username: 'bob', uid: '', groups: ['system:authenticated'], extra: {} },
        audiences: ['a'],
      },
    ],
  ];
  for (const [given, response] of answers) {
    it(`answers: ${given.type}`, async () => {
      outcome = given;
      assert.deepEqual(JSON.parse(JSON.stringify(await review())), response);
      assert.deepEqual([asked, clients], [[{ token: 't', audiences: ['a'] }], ['127.0.0.1']]);
    });
  }

  it('fails with the status code that tells a client whether to retry', async () => {
    const errors = [{ reason: 'FieldValueRequired', field: 'token', message: 'Required value' }] as const;
    outcome = { type: 'invalid', errors };
    await assert.rejects(review(), { code: 'INVALID_ARGUMENT', message: 'token: Required value' });
    outcome = { type: 'failed' };
    await assert.rejects(review(), { code: 'UNAVAILABLE', message: 'the token cannot be reviewed now' });
    [wait, asked] = [1, []];
    await assert.rejects(review(), { code: 'RESOURCE_EXHAUSTED', message: 'this client exceeds its rate limit' });
    assert.deepEqual(asked, []);
  });
});
