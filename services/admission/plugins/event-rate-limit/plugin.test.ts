import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Part } from '@pilothouse/runtime/limits/part.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { json, testAttributes, testHost } from '../../host.test.helper.js';
import { eventRateLimit } from './plugin.js';

const HEAD = { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration' };
type Outcome = string | undefined;

/** Writes an event, after some milliseconds. Returns the text of the refusal. */
type Write = (given?: Partial<AdmissionAttributes>, wait?: number) => Promise<Outcome>;

const limited = (...limits: readonly object[]): Promise<Write> => limitedTo(undefined, ...limits);

async function limitedTo(part: Part | undefined, ...limits: readonly object[]): Promise<Write> {
  let time = 1_000_000;
  const plugin = await eventRateLimit.create(
    testHost({
      part,
      now: () => new Date(time),
      configuration: { value: json({ ...HEAD, limits }), source: 'f', directory: '/' },
    }),
  );
  return async (given, wait = 0) => {
    time += wait;
    const event = json({
      source: { component: 'c', host: 'h' },
      involvedObject: { kind: 'Pod', namespace: 'x', name: 'p' },
    });
    try {
      await plugin?.validate?.(
        testAttributes({ resource: { group: '', version: 'v1', resource: 'events' }, object: event, ...given }),
      );
      return undefined;
    } catch (error) {
      assert.ok(error instanceof StatusError && error.code === 429 && error.reason === 'TooManyRequests');
      return error.message;
    }
  };
}

describe('EventRateLimit', () => {
  it('admits a burst, then a rate', async () => {
    const write = await limited({ type: 'Namespace', qps: 2, burst: 3 });
    const text = 'Too many requests: limit reached on type Namespace for key x';
    for (let count = 0; count < 3; count++) assert.equal(await write(), undefined);
    assert.equal(await write(), text);
    assert.equal(await write({ namespace: 'y' }), undefined);
    assert.equal(await write({}, 499), text);
    assert.deepEqual([await write({}, 1), await write()], [undefined, text]);
  });

  it('admits the part of a worker', async () => {
    const write = await limitedTo({ index: 0, workers: 4 }, { type: 'Server', qps: 1, burst: 5 });
    for (let count = 0; count < 2; count++) assert.equal(await write(), undefined);
    const text = 'Too many requests: limit reached on type Server for key ';
    assert.deepEqual([await write(), await write({}, 3999), await write({}, 1)], [text, text, undefined]);
  });

  const other = json({ source: { component: 'c' }, involvedObject: { kind: 'Pod', name: 'other' } });
  const cases: readonly (readonly [
    type: string,
    same: Partial<AdmissionAttributes>,
    different: Partial<AdmissionAttributes>,
    key: string,
  ])[] = [
    ['User', { namespace: 'y' }, { user: authenticatedUser('joe', []) }, 'jane'],
    ['SourceAndObject', { namespace: 'y' }, { object: other }, 'chPodxp'],
  ];
  for (const [type, same, different, key] of cases) {
    it(`has a bucket for each ${type}`, async () => {
      const write = await limited({ type, qps: 1, burst: 1 });
      assert.equal(await write(), undefined);
      assert.equal(await write(same), `Too many requests: limit reached on type ${type} for key ${key}`);
      assert.equal(await write(different), undefined);
    });
  }

  it('has one bucket for the server, and counts in every limit', async () => {
    const write = await limited({ type: 'Server', qps: 1, burst: 1 }, { type: 'User', qps: 1, burst: 1 });
    assert.equal(await write({ namespace: 'y' }), undefined);
    assert.equal(
      await write(),
      'Too many requests: [limit reached on type Server for key , limit reached on type User for key jane]',
    );
  });

  it('drops the least recently used bucket', async () => {
    const write = await limited({ type: 'Namespace', qps: 1, burst: 1, cacheSize: 1 });
    for (const namespace of ['x', 'y', 'x']) assert.equal(await write({ namespace }), undefined);
  });

  it('does not count dry runs', async () => {
    const write = await limited({ type: 'Server', qps: 1, burst: 1 });
    for (let count = 0; count < 3; count++) assert.equal(await write({ dryRun: true }), undefined);
  });

  const invalid: readonly (readonly [limits: readonly object[], ...messages: string[]])[] = [
    [[], 'f: limits: Invalid value: []: must not be empty'],
    [
      [{ type: 'Other', qps: 0, burst: -1, cacheSize: -1 }],
      'f: limits[0].type: Unsupported value: "Other": supported values: "Namespace", "Server", "SourceAndObject", "User"',
      'f: limits[0].burst: Invalid value: -1: must be positive',
      'f: limits[0].qps: Invalid value: 0: must be positive',
      'f: limits[0].cacheSize: Invalid value: -1: must not be negative',
    ],
    [[{ type: 'User', burst: 1 }], 'f: limits[0].qps: Required value'],
  ];
  for (const [limits, ...messages] of invalid) {
    it(`is refused: ${JSON.stringify(limits)}`, () =>
      assert.rejects(limited(...limits), { message: messages.join('\n') }));
  }
});
