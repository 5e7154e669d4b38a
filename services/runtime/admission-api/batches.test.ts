import assert from 'node:assert/strict';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { Sent } from '../grpc/contract.js';
import type { AnswerBatch, NumberedReview } from '../grpc/generated/admission.js';
import { batchedReviews, MAX_REVIEWS } from './batches.js';
import type { ReviewCall } from './review-call.js';
import { grpcRoundTrip } from './round-trip.test.helper.js';
import { NoVerdictError, type AdmissionService, type Review, type Verdict } from './service.js';
import { encodeReview } from './wire.js';

const { request: received } = grpcRoundTrip();

/** A review with the uid `u<id>`. */
function numbered(id: number, given: Partial<Review> = {}): NumberedReview {
  const review: Review = {
    uid: `u${id}`,
    phase: 'MUTATE',
    plugins: ['p'],
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'x',
    name: 'o',
    object: { data: {} },
    old: undefined,
    options: newObject(),
    user: { name: 'jane', uid: '', groups: [], extra: new Map() },
    dryRun: false,
    ...given,
  };
  return { id, request: received(encodeReview(review)) };
}

const admitted: Verdict = { allowed: true, warnings: [], annotations: [], revision: '1' };

describe('the reviews of a batch', () => {
  let sent: Sent<AnswerBatch>[];
  let left: AbortController;
  let answer: (uid: string, call: ReviewCall) => Promise<Verdict>;
  let receive: ReturnType<typeof batchedReviews>;
  beforeEach(() => {
    sent = [];
    left = new AbortController();
    answer = async () => admitted;
    const service: AdmissionService = {
      describe: () => Promise.reject(new Error('not asked')),
      review: ({ uid }, call) => answer(uid, call),
    };
    receive = batchedReviews(service, {
      signal: left.signal,
      peer: { type: 'address', address: '' },
      send: (batch) => sent.push(batch),
    });
  });

  it('that change nothing are answered by their numbers, in one message', async () => {
    await receive({ reviews: [1, 2, 3].map((id) => numbered(id)), cancelled: [] });
    assert.deepEqual(sent, [{ admitted: [1, 2, 3], answers: [], revision: '1' }]);
  });

  it('have answers of their own otherwise, and fail alone', async () => {
    const others: Readonly<Record<string, () => Promise<Verdict>>> = {
      u1: async () => ({ ...admitted, warnings: ['w'] }),
      u2: async () => ({ ...admitted, annotations: [{ plugin: 'p', key: 'k', value: 'v' }] }),
      u3: async () => ({ ...admitted, change: { object: { data: { a: 'b' } }, by: ['p'] } }),
      u4: async () => ({ ...admitted, allowed: false, by: 'p', status: { code: 403, reason: '', message: 'no' } }),
      u5: () => Promise.reject(new NoVerdictError('unavailable', 'not yet')),
      u7: async () => ({ ...admitted, revision: '2' }),
    };
    answer = async (uid) => others[uid]?.() ?? admitted;
    const malformed: NumberedReview = { id: 8, request: received({ ...encoded(8), object: Buffer.from('{') }) };
    const reviews = [1, 2, 3, 4, 5, 6, 7].map((id) => numbered(id));
    await receive({ reviews: [...reviews, malformed], cancelled: [] });
    const [batch] = sent;
    assert.equal(sent.length, 1);
    assert.deepEqual([batch?.admitted, batch?.revision], [[6], '1']);
    const summary = batch?.answers
      ?.map(({ id, response, failure }) => [id, response?.allowed, response?.revision, failure?.code])
      .sort(([a], [b]) => Number(a) - Number(b));
    assert.deepEqual(summary, [
      [1, true, '1', undefined],
      [2, true, '1', undefined],
      [3, true, '1', undefined],
      [4, false, '1', undefined],
      [5, undefined, undefined, 'UNAVAILABLE'],
      [7, true, '2', undefined],
      [8, undefined, undefined, 'INVALID_ARGUMENT'],
    ]);
  });

  it('do not wait for slower ones', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    answer = async (uid) => {
      if (uid === 'u1') await released;
      return admitted;
    };
    const done = receive({ reviews: [1, 2, 3].map((id) => numbered(id)), cancelled: [] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(
      sent.map((batch) => batch.admitted),
      [[2, 3]],
    );
    release();
    await done;
    assert.deepEqual(
      sent.map((batch) => batch.admitted),
      [[2, 3], [1]],
    );
  });

  it('can be cancelled, each by its number and all with the stream', async () => {
    const cancelled: string[] = [];
    answer = (uid, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          cancelled.push(uid);
          reject(new Error('aborted'));
        }),
      );
    const done = [
      receive({ reviews: [1, 2, 3].map((id) => numbered(id)), cancelled: [] }),
      receive({ reviews: [], cancelled: [2, 9] }),
    ];
    assert.deepEqual(cancelled, ['u2']);
    left.abort(new Error('gone'));
    await Promise.all(done);
    assert.deepEqual([cancelled, sent], [['u2', 'u1', 'u3'], []]);
  });

  const refused: readonly (readonly [what: string, reviews: readonly NumberedReview[], why: RegExp])[] = [
    ['a number twice', [numbered(1), numbered(1)], /^the number 1 is not unique$/],
    ['a review without a request', [{ id: 4, request: null }], /^the review 4 has no request$/],
    [
      'too many reviews',
      Array.from({ length: MAX_REVIEWS + 1 }, (_, id) => numbered(id)),
      /^a message may have 256 reviews, but has 257$/,
    ],
  ];
  for (const [what, reviews, message] of refused) {
    it(`end their stream if a message has ${what}`, async () => {
      await assert.rejects(receive({ reviews, cancelled: [] }), { code: 'INVALID_ARGUMENT', message });
    });
  }

  it('end their stream after a fault of the service', async () => {
    answer = () => Promise.reject(new Error('fault'));
    await assert.rejects(receive({ reviews: [numbered(1)], cancelled: [] }), { message: 'fault' });
  });

  function encoded(id: number) {
    const { request } = numbered(id);
    if (request === null) throw new Error('there is a request');
    return request;
  }
});
