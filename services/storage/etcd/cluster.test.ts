import assert from 'node:assert/strict';
import { createCluster, type Cluster } from './cluster.js';
import { CallError, type Endpoint } from './endpoint.js';
import type { Rpc } from './messages.js';

const RPC: Rpc<string> = { path: '/p', message: Buffer.alloc(0), decode: String };
const HOUR = 3_600_000;

describe('a cluster without a reachable member', () => {
  let cluster: Cluster;
  let dials: number;
  beforeEach(() => {
    dials = 0;
    cluster = createCluster([endpointAfter(3)], { dialTimeoutMs: HOUR, callTimeoutMs: HOUR });
  });

  /** An endpoint that can be connected at that attempt. */
  function endpointAfter(attempts: number): Endpoint {
    return {
      address: 'a',
      provesProgress: undefined,
      isReady: () => dials >= attempts,
      async waitUntilReady() {
        dials += 1;
        if (dials < attempts) throw new CallError('a', 14, 'No connection established', false);
      },
      unary: async ({ decode }) => decode(Buffer.from('answer')),
      watch: () => assert.fail(),
      forgetToken() {},
      renew: async () => {},
      close() {},
    };
  }

  for (const kind of ['read', 'write'] as const) {
    it(`fails a ${kind} soon`, async () => {
      await assert.rejects(cluster.call(kind, RPC), { name: 'StoreUnavailableError', outcomeUnknown: false });
      assert.equal(dials, 1);
    });

    it(`is awaited by a ${kind} with a deadline`, async () => {
      assert.equal(await cluster.call(kind, RPC, undefined, Date.now() + HOUR), 'answer');
      assert.equal(dials, 3);
    });
  }
});
