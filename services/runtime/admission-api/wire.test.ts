import assert from 'node:assert/strict';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { grpcRoundTrip } from './round-trip.test.helper.js';
import type { AdmissionRequest, AdmissionResponse } from '../grpc/generated/admission.js';
import { NoVerdictError, type Description, type Review, type Verdict } from './service.js';
import { testPlugin } from './service.test.helper.js';
import {
  decodeDescription,
  decodeReview,
  decodeVerdict,
  encodeDescription,
  encodeReview,
  encodeVerdict,
} from './wire.js';

const { describeResponse, request: requestBytes, response: responseBytes } = grpcRoundTrip();

const review: Review = {
  uid: 'u1',
  phase: 'MUTATE',
  plugins: ['a', 'b'],
  operation: 'UPDATE',
  kind: { group: 'apps', version: 'v1', kind: 'Scale' },
  resource: { group: 'apps', version: 'v1', resource: 'things' },
  subresource: 'scale',
  namespace: 'x',
  name: 'o',
  object: { metadata: { name: 'o' }, data: { k: 'new', n: 2n ** 60n } },
  old: { metadata: { name: 'o' }, data: { k: 'old' } },
  options: { kind: 'UpdateOptions' },
  user: { name: 'ann', uid: '7', groups: ['g'], extra: new Map([['k', ['v', 'w']]]) },
  dryRun: true,
};
const said = { warnings: ['w'], annotations: [{ plugin: 'a', key: 'k', value: 'v' }], revision: '5' };

/** Copied, so that the prototypes of objects do not matter. */
const plain = (value: object): unknown => ({ ...value, json: undefined });

describe('the protobuf form of admission messages', () => {
  for (const [name, change] of [
    ['an update', {}],
    ['a creation', { operation: 'CREATE', old: undefined, dryRun: false, phase: 'VALIDATE' }],
    ['a deletion', { operation: 'DELETE', object: undefined }],
  ] as const) {
    it(`carries the review of ${name}`, () => {
      const sent: Review = { ...review, ...change };
      const got = decodeReview(requestBytes(encodeReview(sent)));
      assert.equal(text(got.object), text(sent.object));
      assert.equal(text(got.old), text(sent.old));
      assert.equal(text(got.options), text(sent.options));
      const rest = ({ object: _o, old: _old, options: _options, ...others }: Review): unknown => plain(others);
      assert.deepEqual(rest(got), rest(sent));
    });
  }

  const verdicts: readonly (readonly [name: string, verdict: Verdict])[] = [
    ['yes', { allowed: true, ...said }],
    [
      'a denial',
      {
        allowed: false,
        by: 'a',
        status: { code: 422, reason: 'Invalid', message: 'm', details: { kind: 'x' } },
        ...said,
      },
    ],
    ['a denial without a reason', { allowed: false, by: 'b', status: { code: 0, reason: '', message: '' }, ...said }],
  ];
  for (const [name, verdict] of verdicts) {
    it(`carries ${name}`, () => {
      const got = decodeVerdict(review, responseBytes(encodeVerdict(review, verdict)));
      assert.deepEqual(JSON.parse(JSON.stringify(got)), JSON.parse(JSON.stringify(verdict)));
    });
  }

  it('carries a change', () => {
    const object = { metadata: { name: 'o', labels: { a: 'b' } }, data: { k: 'new', n: 2n ** 60n } };
    const got = decodeVerdict(
      review,
      responseBytes(encodeVerdict(review, { allowed: true, change: { object, by: ['b'] }, ...said })),
    );
    assert.ok(got.allowed);
    assert.equal(text(got.change?.object), text(object));
    assert.deepEqual(got.change?.by, ['b']);
  });

  it('attributes an unattributed change to the last plugin', () => {
    const patch = Buffer.from('[{"op":"add","path":"/x","value":1}]');
    const got = decodeVerdict(review, responseBytes({ uid: 'u1', allowed: true, patch }));
    assert.deepEqual(got.allowed && got.change?.by, ['b']);
  });

  for (const patch of ['', '[]', '[{"op":"test","path":"/metadata/name","value":"o"}]']) {
    it(`finds no change in the patch ${patch || '(none)'}`, () => {
      const got = decodeVerdict(review, responseBytes({ uid: 'u1', allowed: true, patch: Buffer.from(patch) }));
      assert.equal(got.allowed && got.change, undefined);
    });
  }

  const rejected: readonly (readonly [response: Partial<AdmissionResponse>, message: RegExp])[] = [
    [{ uid: 'u2' }, /^the response has the uid of another request$/],
    [{ uid: 'u1', allowed: true, patch: Buffer.from('[') }, /^patch is not JSON/],
    [{ uid: 'u1', allowed: true, patch: Buffer.from('{}') }, /^the patch does not apply: a JSON patch must be a list/],
    [
      { uid: 'u1', allowed: true, patch: Buffer.from('[{"op":"remove","path":"/a"}]') },
      /^the patch does not apply: .*nonexistent key/,
    ],
    [
      { uid: 'u1', allowed: true, patch: Buffer.from('[{"op":"replace","path":"","value":1}]') },
      /patched value is not an object$/,
    ],
    [{ uid: 'u1', allowed: true, changedBy: ['c'] }, /the plugin "c" was not called/],
    [{ uid: 'u1', refusedBy: 'c' }, /the plugin "c" was not called/],
    [
      { uid: 'u1', allowed: true, auditAnnotations: [{ plugin: 'c', key: 'k', value: '' }] },
      /the plugin "c" was not called/,
    ],
    [
      { uid: 'u1', status: { code: 1, reason: '', message: '', details: Buffer.from('1') } },
      /^status.details is not a JSON object$/,
    ],
  ];
  for (const [response, message] of rejected) {
    it(`rejects a response: ${message.source}`, () => {
      assert.throws(() => decodeVerdict(review, responseBytes(response)), invalidWith(message));
    });
  }

  it('rejects a patch without an object', () => {
    const response = responseBytes({
      uid: 'u1',
      allowed: true,
      patch: Buffer.from('[{"op":"add","path":"/a","value":1}]'),
    });
    assert.throws(
      () => decodeVerdict({ ...review, object: undefined }, response),
      invalidWith(/the request has no object/),
    );
  });

  const questions: readonly (readonly [Partial<AdmissionRequest>, RegExp])[] = [
    [{ phase: 'PHASE_UNSPECIFIED' }, /^the phase "PHASE_UNSPECIFIED" is not known$/],
    [{ operation: 9 }, /^the operation 9 is not known$/],
    [{ kind: null }, /kind, resource or userInfo is missing/],
    [{ object: Buffer.from('[]') }, /^object is not a JSON object$/],
  ];
  for (const [change, message] of questions) {
    it(`rejects a request: ${message.source}`, () => {
      assert.throws(() => decodeReview({ ...requestBytes(encodeReview(review)), ...change }), invalidWith(message));
    });
  }

  it('carries a description', () => {
    const description: Description = {
      revision: '3',
      plugins: [
        testPlugin('a', { sideEffects: 'NoneOnDryRun', reinvocation: 'IfNeeded', timeout: 500 }),
        testPlugin('b', {
          phases: ['VALIDATE'],
          sideEffects: 'Some',
          rules: [
            { operations: ['CREATE', '*'], groups: ['*'], versions: ['*'], resources: ['*/*'], scope: 'Cluster' },
          ],
        }),
      ],
    };
    assert.deepEqual(decodeDescription(describeResponse(encodeDescription(description))), description);
  });

  it('assumes the strictest values for omitted fields', () => {
    const got = decodeDescription(describeResponse({ plugins: [{ name: 'a' }] }));
    assert.deepEqual(got.plugins, [{ name: 'a', rules: [], phases: [], sideEffects: 'Some', reinvocation: 'Never' }]);
  });

  for (const [plugins, message] of [
    [[{ name: '' }], /has no name/],
    [[{ name: 'a' }, { name: 'a' }], /two plugins are named a/],
    [[{ name: 'a', phases: [7] }], /the phase 7 is not known/],
    [[{ name: 'a', rules: [{ operations: ['create'] }] }], /the operation "create" is not known/],
    [[{ name: 'a', rules: [{ scope: 5 }] }], /the scope 5 is not known/],
  ] as const) {
    it(`rejects the plugins ${JSON.stringify(plugins)}`, () => {
      const response = describeResponse({ plugins });
      assert.throws(() => decodeDescription(response), invalidWith(message));
    });
  }
});

function text(value: Review['object']): string | undefined {
  return value && writeJson(value);
}

const invalidWith =
  (message: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof NoVerdictError && error.reason === 'invalid', String(error));
    assert.match(error.message, message);
    return true;
  };
