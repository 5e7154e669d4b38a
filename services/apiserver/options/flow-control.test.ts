import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { FLAGS } from './flags.js';
import { DEFAULT_OVERLOAD } from './flow-control.js';
import { resolveOptions, type Resolved } from './server-options.js';

function resolve(texts: Readonly<Record<string, string>>): Resolved {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return resolveOptions(parsed.values, parsed.given);
}

describe('overload options', () => {
  it('have the defaults of Kubernetes', () => {
    const resolved = resolve({});
    assert.deepEqual(resolved.ok && resolved.options.overload, DEFAULT_OVERLOAD);
  });

  it('take the values of flags', () => {
    const resolved = resolve({
      'enable-priority-and-fairness': 'false',
      'max-requests-inflight': '0',
      'max-mutating-requests-inflight': '7',
      'max-connections': '8',
      'http2-max-streams-per-connection': '9',
      'goaway-chance': '0.02',
      'request-timeout': '1.5s',
      'min-request-timeout': '60',
    });
    assert.deepEqual(resolved.ok && resolved.options.overload, {
      hasPriorities: false,
      maxRequestsInFlight: 0,
      maxMutatingRequestsInFlight: 7,
      maxConnections: 8,
      maxStreamsPerConnection: 9,
      goAwayChance: 0.02,
      requestTimeout: 1500,
      minRequestTimeout: 60,
    });
  });

  it('refuse priority and fairness without seats', () => {
    const resolved = resolve({ 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '0' });
    assert.match(resolved.ok ? '' : resolved.problems.join('; '), /cannot both be 0/);
  });

  for (const [flag, text, problem] of [
    ['request-timeout', '0', /--request-timeout must be more than 0/],
    ['request-timeout', '1000h', /--request-timeout must be .* at most/],
    ['min-request-timeout', '0', /--min-request-timeout must be from 1/],
    ['min-request-timeout', '9999999', /--min-request-timeout must be/],
  ] as const) {
    it(`refuse --${flag}=${text}`, () => {
      const resolved = resolve({ [flag]: text });
      assert.match(resolved.ok ? '' : resolved.problems.join('; '), problem);
    });
  }
});
