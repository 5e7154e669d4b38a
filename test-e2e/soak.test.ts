import assert from 'node:assert/strict';
import type { Transport } from '@pilothouse/client/transport.js';
import { KINDS, type Kind } from './soak/findings.js';
import { runSoak } from './soak/run.js';
import { describeWith } from './support/needs.js';

/** Enough to start, to settle and to check. */
const MARGIN = 180_000;
const SETTINGS = { milliseconds: 20_000, seed: 1, writes: 40, lists: 5, watches: 40, workers: 2, rest: 1000 };
/** The event that the client of the test loses. */
const LOST = 100;

describeWith(['ETCD', 'HAPROXY', 'OPENSSL'], 'a short soak', () => {
  // Every process ends with this one.
  before(() => process.setMaxListeners(100));

  it('finds the one event that a client loses, and nothing else', async function () {
    this.timeout(SETTINGS.milliseconds + MARGIN);
    const faults = /an API server is|etcd is compacted|the leader of etcd is killed|the load balancer|the webhook is/;
    const signal = new AbortController().signal;
    const outcome = await runSoak({ ...SETTINGS, faults }, { signal, wrap: losing(LOST) });
    const expected = Object.fromEntries(KINDS.map((kind) => [kind, kind === 'event lost' ? 1 : 0])) as Record<
      Kind,
      number
    >;
    assert.deepEqual(outcome.counts, expected, outcome.findings.map(({ text }) => text).join('\n'));
    const { writes, events, faults: failed, verbs } = outcome;
    assert.ok(
      writes.acknowledged > 200 && events > LOST && failed.length > 2,
      JSON.stringify({ writes, events, failed }),
    );
    assert.deepEqual(
      verbs.filter(({ count }) => count === 0),
      [],
    );
  });
});

/** Removes one event from the watches of all clients: the one with this number. */
function losing(lost: number): (transport: Transport) => Transport {
  let count = 0;
  async function* kept(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.includes('"BOOKMARK"') && !line.includes('kube-root-ca.crt')) count += 1;
        if (count === lost) count += 1;
        else yield Buffer.from(`${line}\n`);
      }
    }
  }
  return (transport) => ({
    async request(request) {
      const response = await transport.request(request);
      const isWatch = response.status === 200 && request.target.includes('watch=');
      return isWatch ? { ...response, body: kept(response.body) } : response;
    },
    close: () => transport.close(),
  });
}
