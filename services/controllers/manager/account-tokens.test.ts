import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import { accountTokens } from './account-tokens.js';

const TOKEN = 'POST /api/v1/namespaces/kube-system/serviceaccounts/robot/token';
const ACCOUNT = 'POST /api/v1/namespaces/kube-system/serviceaccounts?';
const HOUR = 3_600_000;

const made = (token: string, expirationSeconds = 3600): Answer => ({
  status: 201,
  body: { kind: 'TokenRequest', spec: { expirationSeconds }, status: { token, expirationTimestamp: '1999-01-01' } },
});
const refused = (code: number, reason: string, name = 'robot'): Answer => ({
  status: code,
  body: { kind: 'Status', code, reason, message: reason, details: { name } },
});
const MISSING = refused(404, 'NotFound');

function world(answers: readonly Answer[], random = 0) {
  const transport = scriptedTransport(answers);
  const clock = { now: 0 };
  const errors: (readonly [string, number])[] = [];
  const off = new AbortController();
  const tokens = accountTokens({
    account: 'robot',
    client: createClient({ transport }),
    domain: createDomain(),
    timing: { now: () => clock.now, random: () => random, sleep: async () => undefined },
    onError: (error, retryIn) => errors.push([String(error), retryIn]),
    signal: off.signal,
  });
  return { tokens, transport, clock, errors, off };
}

describe('accountTokens', () => {
  it('requests one token for concurrent callers, for an hour', async () => {
    const { tokens, transport } = world([made('a')]);
    assert.deepEqual(await Promise.all([tokens.current(), tokens.current()]), ['a', 'a']);
    assert.equal(await tokens.current(), 'a');
    assert.deepEqual(transport.log, [TOKEN]);
    const body = JSON.parse(Buffer.from(transport.requests[0]?.body ?? []).toString()) as unknown;
    const spec = { expirationSeconds: 3600 };
    assert.deepEqual(body, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec });
  });

  for (const [name, answers] of [
    ['is missing', [MISSING, { status: 201, body: {} }, made('a')]],
    ['is created by another manager meanwhile', [MISSING, refused(409, 'AlreadyExists'), made('a')]],
  ] as const) {
    it(`creates the service account if it ${name}`, async () => {
      const { tokens, transport } = world(answers);
      assert.equal(await tokens.current(), 'a');
      assert.deepEqual(
        transport.log.map((line) => line.replace(/\?.*/, '?')),
        [TOKEN, ACCOUNT.slice(0, -1), TOKEN],
      );
    });
  }

  it('fails with the error of the server, and requests again', async () => {
    const forbidden = refused(403, 'Forbidden');
    const { tokens } = world([forbidden, refused(404, 'NotFound', ''), made(''), made('a')]);
    await assert.rejects(tokens.current(), /Forbidden/);
    await assert.rejects(tokens.current(), /NotFound/);
    await assert.rejects(tokens.current(), /returned no token/);
    assert.equal(await tokens.current(), 'a');
  });

  for (const [random, part] of [
    [0, 0.75],
    [0.5, 0.8],
    [0.999, 0.85],
  ] as const) {
    it(`renews after ${part} of the lifetime for the random number ${random}, and uses the former token meanwhile`, async () => {
      const { tokens, transport, clock } = world([made('a'), made('b')], random);
      await tokens.current();
      clock.now = HOUR * part - 500;
      assert.equal(await tokens.current(), 'a');
      assert.equal(transport.log.length, 1);
      clock.now = HOUR * part + 500;
      assert.equal(await tokens.current(), 'a');
      assert.equal(await tokens.current(), 'a');
      await settled();
      assert.equal(await tokens.current(), 'b');
      assert.equal(transport.log.length, 2);
    });
  }

  it('uses the lifetime that the server grants', async () => {
    const { tokens, clock } = world([made('a', 600), made('b')]);
    await tokens.current();
    clock.now = 600_000;
    assert.equal(await tokens.current(), 'b');
  });

  it('uses a token until its expiry when a renewal fails', async () => {
    const { tokens, transport, clock, errors } = world([made('a'), new Error('away'), new Error('away'), made('b')]);
    await tokens.current();
    for (const [minute, asked] of [
      [50, 2],
      [50.1, 2],
      [51, 3],
    ] as const) {
      clock.now = minute * 60_000;
      assert.equal(await tokens.current(), 'a');
      await settled();
      assert.equal(transport.log.length, asked);
    }
    assert.deepEqual(errors, [
      ['Error: away', 10_000],
      ['Error: away', 10_000],
    ]);
    clock.now = HOUR;
    assert.equal(await tokens.current(), 'b');
    assert.equal(transport.log.length, 4);
  });

  it('replaces a rejected token, once for concurrent callers', async () => {
    const { tokens, transport } = world([made('a'), made('b')]);
    await tokens.current();
    for (let index = 0; index < 2; index++) {
      tokens.refused('a');
      assert.equal(await tokens.current(), 'b');
    }
    assert.equal(transport.log.length, 2);
  });

  it('stops waiting on abort', async () => {
    const { tokens, transport, off } = world([made('a')]);
    await tokens.current();
    assert.equal(transport.requests[0]?.signal?.aborted, false);
    off.abort();
    assert.equal(transport.requests[0]?.signal?.aborted, true);
  });
});

/** Lets a pending renewal end. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
