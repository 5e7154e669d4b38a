import assert from 'node:assert/strict';
import type { Authentication, TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { ReviewRequest } from './review-request.js';
import { createReviewer, type Outcome, type Reviewed } from './review.js';

const ANN = authenticatedUser('ann');

describe('createReviewer', () => {
  let asked: (readonly [token: string, audiences: readonly string[]])[];
  let reported: Reviewed[];
  let errors: string[];
  let counted: string[];
  let answer: () => Authentication | Promise<Authentication>;
  let wait: number | undefined;
  beforeEach(() => {
    [asked, reported, errors, counted, wait] = [[], [], [], [], undefined];
    answer = () => ({ type: 'authenticated', user: ANN });
  });

  const tokens: TokenAuthenticator = {
    name: 'test',
    authenticateToken(token, { audiences }) {
      asked.push([token, audiences]);
      return answer();
    },
  };
  const create = () =>
    createReviewer({
      tokens,
      audiences: ['api', 'other'],
      limiter(client) {
        counted.push(client);
        return wait;
      },
      onReview: (review) => reported.push(review),
      onError: (error) => errors.push(String(error)),
      now: () => 0,
    });
  const origin = (signal = new AbortController().signal) => ({ transport: 'grpc', client: 'c', signal }) as const;
  const review = (reviewRequest: Partial<ReviewRequest>, signal?: AbortSignal): Promise<Outcome> =>
    create().review({ token: 't', audiences: [], ...reviewRequest }, origin(signal));

  const audiences: readonly (readonly [wanted: readonly string[], asked: readonly string[] | undefined])[] = [
    [[], ['api', 'other']],
    [['api'], ['api']],
    [
      ['x', 'other', 'api'],
      ['other', 'api'],
    ],
    [['x'], undefined],
  ];
  for (const [wanted, common] of audiences) {
    it(`checks ${common?.join(' and ') ?? 'nothing'} for the audiences ${wanted.join(' and ') || '(default)'}`, async () => {
      const outcome = await review({ audiences: wanted });
      assert.deepEqual(asked, common === undefined ? [] : [['t', common]]);
      assert.deepEqual(
        outcome,
        common === undefined
          ? { type: 'rejected', reason: 'none of the requested audiences belongs to this service' }
          : { type: 'authenticated', user: ANN, audiences: common },
      );
    });
  }

  it('returns the audiences and the expiry that a source knows', async () => {
    answer = () => ({ type: 'authenticated', user: ANN, audiences: ['other'], expires: 5 });
    assert.deepEqual(await review({}), { type: 'authenticated', user: ANN, audiences: ['other'], expires: 5 });
  });

  it('distinguishes rejected tokens from failures of a source', async () => {
    answer = () => ({ type: 'unknown' });
    assert.deepEqual(await review({}), { type: 'unknown' });
    answer = () => ({ type: 'rejected', reason: 'r' });
    assert.deepEqual(await review({}), { type: 'rejected', reason: 'r' });
    answer = () => Promise.reject(new Error('down'));
    assert.deepEqual([await review({}), errors], [{ type: 'failed' }, ['Error: down']]);
    assert.deepEqual([await review({}, AbortSignal.abort()), errors.length], [{ type: 'failed' }, 1]);
  });

  const long = 'x'.repeat(1025);
  const wrong: readonly (readonly [
    reviewRequest: Partial<ReviewRequest>,
    fields: readonly string[],
    message: RegExp,
  ])[] = [
    [{ token: '' }, ['token'], /^Required value$/],
    [{ token: 'x'.repeat(65_537) }, ['token'], /^Too long: may not be more than 65536 bytes$/],
    [{ token: 'a\0b' }, ['token'], /^Invalid value: must be printable ASCII without spaces$/],
    [{ token: 'a b' }, ['token'], /^Invalid value: must be printable/],
    [{ token: 'a\n' }, ['token'], /^Invalid value: must be printable/],
    [{ token: 'ü' }, ['token'], /^Invalid value: must be printable/],
    [{ audiences: ['a', ''] }, ['audiences[1]'], /^Required value$/],
    [{ audiences: [long] }, ['audiences[0]'], /^Too long: may not be more than 1024 bytes$/],
    [{ audiences: Array.from({ length: 101 }, () => 'a') }, ['audiences'], /must have at most 100 items$/],
    [{ token: '', audiences: [''] }, ['token', 'audiences[0]'], /^Required value$/],
  ];
  for (const [reviewRequest, fields, message] of wrong) {
    it(`rejects ${fields.join(' and ')}: ${message.source}`, async () => {
      const outcome = await review(reviewRequest);
      assert.ok(outcome.type === 'invalid');
      assert.deepEqual(
        outcome.errors.map(({ field }) => field),
        fields,
      );
      assert.match(outcome.errors[0]?.message ?? '', message);
      assert.deepEqual(asked, []);
    });
  }

  it('reports reviews without the token', async () => {
    await review({ token: 'secret' });
    await review({ token: 'secret\n' });
    create().unreadable('no JSON', origin());
    const about = { transport: 'grpc', client: 'c', milliseconds: 0 };
    assert.deepEqual(reported, [
      { ...about, result: 'authenticated', user: 'ann' },
      { ...about, result: 'invalid', reason: 'token: Invalid value: must be printable ASCII without spaces' },
      { ...about, result: 'invalid', reason: 'no JSON' },
    ]);
  });

  it('reviews nothing for a client above its rate limit', () => {
    assert.equal(create().admit(origin()), undefined);
    create().admit({ ...origin(), client: '2001:db8::7' });
    assert.deepEqual(counted, ['c', '20010db800000000::/64']);
    wait = 2.5;
    assert.deepEqual(create().admit(origin()), { type: 'limited', retryAfter: 2.5 });
    assert.deepEqual(
      reported.map(({ result }) => result),
      ['limited'],
    );
  });
});
