import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { ConversionError, type ConversionFailure } from './conversion-error.js';
import {
  converted,
  good,
  openWebhooks,
  plain,
  V1,
  V2,
  widget,
  type Answer,
  type TestWebhook,
  type Webhooks,
} from './webhook.test.helper.js';

describe('a conversion webhook', () => {
  let webhooks: Webhooks;
  let webhook: TestWebhook;
  before(async () => {
    webhooks = openWebhooks();
    webhook = await webhooks.start();
  });
  after(() => webhooks.close());
  beforeEach(() => {
    webhook.answer = converted();
    for (const list of [webhook.seen, webhook.requests, webhook.observed]) list.length = 0;
    webhook.load.peak = 0;
  });

  it('receives a review, and returns objects', async () => {
    webhook.answer = converted((object) => ({ ...object, spec: { length: 1 } }));
    const given = widget('a');
    const before = plain(given);
    const [result] = await webhook.converter().convert([given], V2);
    assert.deepEqual(plain(result), { ...(before as JsonObject), apiVersion: V2, spec: { length: 1 } });
    assert.deepEqual(plain(given), before);
    const [{ method, url, headers, httpVersion } = { method: '', url: '', headers: {}, httpVersion: '' }] =
      webhook.requests;
    assert.deepEqual([method, url, httpVersion], ['POST', '/convert?timeout=30s', '1.1']);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(webhook.seen, [
      {
        kind: 'ConversionReview',
        apiVersion: 'apiextensions.k8s.io/v1',
        request: { uid: 'uid-1', desiredAPIVersion: V2, objects: [before] },
        response: { uid: '', convertedObjects: null, result: { metadata: {} } },
      },
    ]);
    assert.deepEqual(webhook.observed, [{ milliseconds: 0, from: V1, to: V2, objects: 1 }]);
  });

  it('does not receive objects that have the version already, or are empty', async () => {
    const converter = webhook.converter();
    const there = widget('there', V2);
    const results = await converter.convert([widget('a'), there, widget('b'), { apiVersion: V1, kind: 'Widget' }], V2);
    assert.deepEqual(
      results.map((each) => [each['apiVersion'], (each['metadata'] as JsonObject | undefined)?.['name']]),
      [
        [V2, 'a'],
        [V2, 'there'],
        [V2, 'b'],
        [V2, undefined],
      ],
    );
    assert.equal(results[1], there);
    assert.equal(webhook.seen[0]?.request.objects.length, 2);
    await converter.convert([there], V2);
    assert.deepEqual(await converter.convert([], V2), []);
    assert.equal(webhook.seen.length, 1);
  });

  it('receives long lists in batches, with limited concurrency', async () => {
    const objects = Array.from({ length: 60 }, (_, index) => widget(`w${index}`, index % 7 === 3 ? V2 : V1));
    webhook.answer = (review, answering) => {
      setTimeout(() => answering.end(JSON.stringify(good(review))), review.request.uid.length);
      return undefined;
    };
    const converter = webhook.converter({ limits: { requestLength: 600, requests: 3 } });
    const results = await converter.convert(objects, V2);
    assert.deepEqual(
      results.map((each) => (each['metadata'] as JsonObject)['name']),
      objects.map((_, index) => `w${index}`),
    );
    assert.ok(webhook.seen.every(({ request }) => JSON.stringify(request.objects).length <= 620));
    assert.ok(webhook.seen.length > 10 && webhook.load.peak <= 3, `${webhook.seen.length} ${webhook.load.peak}`);
  });

  it('receives an object above the request limit alone', async () => {
    const long = widget('long', V1, { spec: { text: 'x'.repeat(1_000) } });
    await webhook.converter({ limits: { requestLength: 100 } }).convert([widget('a'), long, widget('b')], V2);
    assert.deepEqual(
      webhook.seen.map(({ request }) => request.objects.length),
      [1, 1, 1],
    );
  });

  it('reuses a connection', async () => {
    const before = webhook.listening.count();
    const converter = webhook.converter();
    for (let count = 0; count < 3; count++) await converter.convert([widget('a')], V2);
    assert.equal(webhook.listening.count() - before, 1);
  });

  it('is called over HTTP/2 on this machine, if it supports it', async () => {
    const modern = await webhooks.start({ allowHTTP1: true }, 'HTTP/2');
    await modern.converter().convert([widget('a')], V2);
    assert.equal(modern.requests[0]?.httpVersion, '2.0');
  });

  it('is called again after it closes an idle connection', async () => {
    const converter = webhook.converter();
    await converter.convert([widget('a')], V2);
    let count = 0;
    webhook.answer = (review, _answering, asked) => {
      if (count++ > 0) return good(review);
      (asked.socket as unknown as { destroy: () => void }).destroy();
      return undefined;
    };
    await converter.convert([widget('a')], V2);
    assert.equal(count, 2);
  });

  it('may change labels and annotations, and no other metadata', async () => {
    const metadata = { name: 'a', namespace: 'default', uid: 'u-a', labels: { c: 'd' }, annotations: { e: 'f' } };
    webhook.answer = converted((object) => ({
      ...object,
      metadata: { ...metadata, generation: 9, finalizers: ['x'], ownerReferences: [{}] },
    }));
    const [result] = await webhook.converter().convert([widget('a')], V2);
    assert.deepEqual(plain(result?.['metadata']), { ...metadata, generation: 3 });
    webhook.answer = converted((object) => ({ ...object, metadata: { ...metadata, labels: null, annotations: {} } }));
    const [without] = await webhook.converter().convert([widget('a')], V2);
    const { labels: _, ...others } = metadata;
    assert.deepEqual(plain(without?.['metadata']), { ...others, annotations: {}, generation: 3 });
  });

  it('keeps stored labels that are invalid today', async () => {
    const old = widget('a', V1, { metadata: { name: 'a', labels: { '!': '?' } } });
    const [result] = await webhook.converter().convert([old], V2);
    assert.deepEqual(plain(result?.['metadata']), { name: 'a', labels: { '!': '?' } });
  });

  it('may use v1beta1, which requires neither type nor uid', async () => {
    webhook.answer = (review) => ({ response: { ...(good(review)['response'] as object), uid: 'other' } });
    await webhook.converter({ reviewVersions: ['v9', 'v1beta1', 'v1'] }).convert([widget('a')], V2);
    assert.equal(webhook.seen[0]?.apiVersion, 'apiextensions.k8s.io/v1beta1');
  });

  const PREFIX = `conversion webhook for ${V1}, Kind=Widget`;
  const response =
    (change: object): Answer =>
    (review) => ({ ...good(review), response: { ...(good(review)['response'] as object), ...change } });
  const metadata =
    (change: object): Answer =>
    (review) =>
      good(review, (object) => ({ ...object, metadata: { ...(object['metadata'] as object), ...change } }));
  const object = (change: object): Answer => converted((each) => ({ ...each, ...change }));
  const INVALID = 'conversion_webhook_invalid_converted_object_failure';
  const MALFORMED = 'conversion_webhook_malformed_response_failure';
  const LIES: readonly (readonly [what: string, answer: Answer, failure: ConversionFailure, message: string])[] = [
    [
      'an absent type',
      (review) => ({ response: good(review)['response'] }),
      MALFORMED,
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=',
    ],
    [
      'another type',
      (review) => ({ ...good(review), kind: 'Other' }),
      MALFORMED,
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=Other',
    ],
    ['no response', (review) => ({ ...good(review), response: null }), MALFORMED, 'failed: no response provided'],
    ['another uid', response({ uid: 'x' }), MALFORMED, 'failed: expected response.uid="uid-1", got "x"'],
    ['no uid', response({ uid: 1 }), MALFORMED, 'failed: expected response.uid="uid-1", got ""'],
    [
      'a failure',
      response({ result: { status: 'Failed', message: 'cannot do it' } }),
      MALFORMED,
      'failed: cannot do it',
    ],
    [
      'a failure without a reason',
      response({ result: { status: 'Failed' } }),
      MALFORMED,
      "failed: response.result.status was 'Failed', not 'Success'",
    ],
    ['no result', response({ result: null }), MALFORMED, "failed: response.result.status was '', not 'Success'"],
    [
      'no objects',
      response({ convertedObjects: null }),
      'conversion_webhook_partial_response_failure',
      'returned 0 objects, expected 1',
    ],
    [
      'too many objects',
      response({ convertedObjects: [{}, {}] }),
      'conversion_webhook_partial_response_failure',
      'returned 2 objects, expected 1',
    ],
    [
      'objects that are not a list',
      response({ convertedObjects: 'x' }),
      MALFORMED,
      'failed: response.convertedObjects is not a list',
    ],
    ['null', converted(() => null), INVALID, "returned invalid object at index 0: Object 'Kind' is missing in 'null'"],
    ['no kind', converted(() => ({})), INVALID, "returned invalid object at index 0: Object 'Kind' is missing in '{}'"],
    [
      'the old version',
      object({ apiVersion: V1 }),
      INVALID,
      `returned invalid object at index 0: invalid groupVersion (expected ${V2}, received ${V1})`,
    ],
    [
      'another kind',
      object({ kind: 'Gadget' }),
      INVALID,
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    ['another name', metadata({ name: 'b' }), INVALID, 'returned invalid object: must have the same name: a != b'],
    [
      'another namespace',
      metadata({ namespace: null }),
      INVALID,
      'returned invalid object: must have the same namespace: default != ',
    ],
    [
      'another uid of the object',
      metadata({ uid: 'x' }),
      INVALID,
      'returned invalid object: must have the same UID: u-a != x',
    ],
    ['invalid metadata', object({ metadata: [] }), INVALID, 'returned invalid object: must have the same name: a != '],
    [
      'invalid labels',
      metadata({ labels: 'x' }),
      INVALID,
      'returned invalid metadata: invalid metadata.labels of type string in converted object',
    ],
    [
      'a label that is not a string',
      metadata({ labels: { a: 1 } }),
      INVALID,
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'an invalid label',
      metadata({ labels: { a: '-' } }),
      INVALID,
      'returned invalid metadata: metadata.labels: Invalid value: "-": ',
    ],
    [
      'an invalid annotation',
      metadata({ annotations: { ' ': '' } }),
      INVALID,
      'returned invalid metadata: metadata.annotation: Invalid value: " ": ',
    ],
  ];
  for (const [what, answer, failure, message] of LIES) {
    it(`fails with ${what} in the response`, async () => {
      webhook.answer = answer;
      await assert.rejects(webhook.converter({ uuid: () => 'uid-1' }).convert([widget('a')], V2), (error) => {
        assert.ok(error instanceof ConversionError, String(error));
        assert.ok(error.message.startsWith(`${PREFIX} ${message}`), error.message);
        const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 500 };
        assert.deepEqual(error.toStatus(), { ...status, message: error.message });
        assert.equal(error.failure, failure);
        return true;
      });
      assert.deepEqual(webhook.observed, [{ milliseconds: 0, failure, from: V1, to: V2, objects: 1 }]);
    });
  }

  it('reports the index of an invalid object', async () => {
    const list = [widget('t', V2), widget('a'), widget('b')];
    const messages: readonly (readonly [change: (object: JsonObject) => unknown, message: string])[] = [
      [(each) => ({ ...each, kind: 'X' }), 'converted object at index 1: invalid kind (expected Widget, received X)'],
      [(each) => ({ ...each, metadata: {} }), 'converted object at index 1: must have the same name: b != '],
      [
        (each) => ({ ...each, metadata: { ...(each['metadata'] as object), labels: [] } }),
        'metadata in object at index 1: invalid metadata.labels of type []interface {} in converted object',
      ],
    ];
    for (const [change, message] of messages) {
      webhook.answer = converted((each, index) => (index === 1 ? change(each) : each));
      await assert.rejects(webhook.converter().convert(list, V2), { message: `${PREFIX} returned invalid ${message}` });
    }
  });

  it('has messages of limited length', async () => {
    webhook.answer = response({ result: { status: 'Failed', message: 'x'.repeat(100_000) } });
    await assert.rejects(
      webhook.converter().convert([widget('a')], V2),
      ({ message }: Error) => message.length < 20_000,
    );
  });

  it('is not called with an unsupported review version', async () => {
    const converter = webhook.converter({ reviewVersions: ['v2'] });
    await assert.rejects(converter.convert([widget('a')], V2), { message: 'no supported conversion review versions' });
  });
});
