import assert from 'node:assert/strict';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Provider } from '../transformer.js';
import { tracedProvider } from './traced.js';

/** A span that writes what happens to a log. */
function loggedSpan(log: string[], name: string, isRecorded = true): Span {
  const add = (text: string): void => void log.push(`${name}: ${text}`);
  return {
    isRecorded,
    start(part, { attributes } = {}) {
      log.push(`${part} ${JSON.stringify(attributes)}`);
      return loggedSpan(log, part);
    },
    event: add,
    set: () => undefined,
    fail: (message) => add(`failed: ${message}`),
    end: () => add('end'),
    headers: () => ({ traceparent: '' }),
  };
}

const READ = 'TransformFromStorage with envelopeTransformer';
const WRITE = 'TransformToStorage with envelopeTransformer';
const ABOUT = '{"transformer.provider.name":"vault"}';
const value = Buffer.from('v');
const clear = { value, isStale: false };
const provider: Provider = {
  prefix: value,
  read: () => clear,
  write: () => value,
  isCurrent: () => true,
};

describe('a KMS provider in a trace', () => {
  const cases: readonly (readonly [what: string, changed: Partial<Provider>, act: 'read' | 'write', log: string[]])[] =
    [
      ['a read', {}, 'read', [`${READ} ${ABOUT}`, `${READ}: end`]],
      ['a write', {}, 'write', [`${WRITE} ${ABOUT}`, `${WRITE}: end`]],
      [
        'a read that asks the plugin',
        { read: async () => clear },
        'read',
        [`${READ} ${ABOUT}`, `${READ}: About to decrypt DEK using remote service`, `${READ}: end`],
      ],
      [
        'a read that the plugin refuses',
        { read: () => Promise.reject(new Error('no')) },
        'read',
        [
          `${READ} ${ABOUT}`,
          `${READ}: About to decrypt DEK using remote service`,
          `${READ}: failed: no`,
          `${READ}: end`,
        ],
      ],
      [
        'a write without a key',
        {
          write() {
            throw new Error('no');
          },
        },
        'write',
        [`${WRITE} ${ABOUT}`, `${WRITE}: failed: no`, `${WRITE}: end`],
      ],
    ];
  for (const [what, changed, act, expected] of cases) {
    it(`shows ${what}`, async () => {
      const log: string[] = [];
      const traced = tracedProvider({ ...provider, ...changed }, 'vault');
      const run = async (): Promise<unknown> => traced[act](value, value, loggedSpan(log, 'root'));
      await run().catch((error: unknown) => assert.equal(String(error), 'Error: no'));
      assert.deepEqual(log, expected);
    });
  }

  it('shows nothing of a request that is not sampled', () => {
    const log: string[] = [];
    const traced = tracedProvider(provider, 'vault');
    assert.equal(traced.read(value, value, loggedSpan(log, 'root', false)), clear);
    assert.equal(traced.write(value, value), value);
    assert.deepEqual(log, []);
  });
});
