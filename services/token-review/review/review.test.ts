import assert from 'node:assert/strict';
import type { Authentication, TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/authentication/user.js';
import type { Question } from './question.js';
import { createReviewer, type Outcome, type Reviewed } from './review.js';

const ANN = authenticatedUser('ann');

describe('a review', () => {
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
  const asking = (signal = new AbortController().signal) => ({ transport: 'grpc', client: 'c', signal }) as const;
  const review = (question: Partial<Question>, signal?: AbortSignal): Promise<Outcome> =>
    create().review({ token: 't', audiences: [], ...question }, asking(signal));

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
    it(`for ${wanted.join(' or ') || 'nobody in particular'} is about ${common?.join(' and ') ?? 'nobody'}`, async () => {
      const outcome = await review({ audiences: wanted });
      assert.deepEqual(asked, common === undefined ? [] : [['t', common]]);
      assert.deepEqual(
        outcome,
        common === undefined
          ? { type: 'rejected', reason: 'none of the audiences that were asked for is one of this service' }
          : { type: 'authenticated', user: ANN, audiences: common },
      );
    });
  }

  it('tells the audiences that a source knows of the token, and its end', async () => {
    answer = () => ({ type: 'authenticated', user: ANN, audiences: ['other'], expires: 5 });
    assert.deepEqual(await review({}), { type: 'authenticated', user: ANN, audiences: ['other'], expires: 5 });
  });

  it('says no where it can, and that it cannot tell where a source fails', async () => {
    answer = () => ({ type: 'unknown' });
    assert.deepEqual(await review({}), { type: 'unknown' });
    answer = () => ({ type: 'rejected', reason: 'r' });
    assert.deepEqual(await review({}), { type: 'rejected', reason: 'r' });
    answer = () => Promise.reject(new Error('down'));
    assert.deepEqual([await review({}), errors], [{ type: 'failed' }, ['Error: down']]);
    assert.deepEqual([await review({}, AbortSignal.abort()), errors.length], [{ type: 'failed' }, 1]);
  });

  const long = 'x'.repeat(1025);
  const wrong: readonly (readonly [question: Partial<Question>, fields: readonly string[], message: RegExp])[] = [
    [{ token: '' }, ['token'], /^Required value$/],
    [{ token: 'x'.repeat(65_537) }, ['token'], /^Too long: may not be more than 65536 bytes$/],
    [{ token: 'a\0b' }, ['token'], /^Invalid value: must be printable ASCII without spaces$/],
    [{ token: 'a b' }, ['token'], /^Invalid value: must be printable/],
    [{ token: 'a\n' }, ['token'], /^Invalid value: must be printable/],
    [{ token: 'ü' }, ['token'], /^Invalid value: must be printable/],
    [{ audiences: ['a', ''] }, ['audiences[1]'], /^Required value$/],
    [{ audiences: [long] }, ['audiences[0]'], /^Too long: may not be more than 1024 bytes$/],
    [{ audiences: Array.from({ length: 101 }, () => 'a') }, ['audiences'], /may be 100 at most$/],
    [{ token: '', audiences: [''] }, ['token', 'audiences[0]'], /^Required value$/],
  ];
  for (const [question, fields, message] of wrong) {
    it(`is refused for ${fields.join(' and ')}: ${message.source}`, async () => {
      const outcome = await review(question);
      assert.ok(outcome.type === 'invalid');
      assert.deepEqual(
        outcome.errors.map(({ field }) => field),
        fields,
      );
      assert.match(outcome.errors[0]?.message ?? '', message);
      assert.deepEqual(asked, []);
    });
  }

  it('is told of without the token', async () => {
    await review({ token: 'secret' });
    await review({ token: 'secret\n' });
    create().unreadable('no JSON', asking());
    const about = { transport: 'grpc', client: 'c', milliseconds: 0 };
    assert.deepEqual(reported, [
      { ...about, result: 'authenticated', user: 'ann' },
      { ...about, result: 'invalid', reason: 'token: Invalid value: must be printable ASCII without spaces' },
      { ...about, result: 'invalid', reason: 'no JSON' },
    ]);
  });

  it('is not begun for who asks too often', () => {
    assert.equal(create().admit(asking()), undefined);
    create().admit({ ...asking(), client: '2001:db8::7' });
    assert.deepEqual(counted, ['c', '20010db800000000::/64']);
    wait = 2.5;
    assert.deepEqual(create().admit(asking()), { type: 'limited', retryAfter: 2.5 });
    assert.deepEqual(
      reported.map(({ result }) => result),
      ['limited'],
    );
  });
});
