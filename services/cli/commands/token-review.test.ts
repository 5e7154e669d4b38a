import assert from 'node:assert/strict';
import type { ServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import type { ReviewRunner } from '../runner.js';
import { tokenReview } from './token-review.js';

const OPTIONS: ServiceOptions = {
  bindAddress: '127.0.0.1',
  securePort: 6444,
  grpc: { host: '127.0.0.1', port: 6445 },
  tls: { certFile: 'c', keyFile: 'k' },
  limit: { perSecond: 0, burst: 0 },
  sources: { usersFile: 'u' },
  audiences: ['a'],
  cacheTtl: 0,
  negativeCacheTtl: 0,
  domain: {},
  metrics: { host: '127.0.0.1', port: 6446 },
  verbosity: 0,
};

async function run(review: ReviewRunner, stop = new AbortController()) {
  let [out, err] = ['', ''];
  const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await tokenReview(OPTIONS, { review, terminal, stop: stop.signal });
  return { code, out, err };
}

describe('pilothouse token-review', () => {
  const readiness: readonly (readonly [more: object, text: string])[] = [
    [{}, ''],
    [
      { grpc: '127.0.0.1:2', metrics: 'http://127.0.0.1:3' },
      ' gRPC is at 127.0.0.1:2. Health and metrics are at http://127.0.0.1:3.',
    ],
  ];
  for (const [more, text] of readiness) {
    it(`prints its addresses:${text || ' over HTTPS'}`, async () => {
      const stop = new AbortController();
      const reported = await run(async (_options, { onReady }) => {
        onReady({ url: 'https://127.0.0.1:1', ...more });
        stop.abort();
      }, stop);
      const out = `The token-review service is ready at https://127.0.0.1:1.${text}\nStopping.\n`;
      assert.deepEqual(reported, { code: 0, out, err: '' });
    });
  }

  it('reports a port in use, and an invalid file', async () => {
    for (const [port, flag] of [
      [6444, '--secure-port'],
      [6445, '--grpc-bind-address'],
      [6446, '--metrics-bind-address'],
    ] as const) {
      const taken = Object.assign(new Error('listen'), { code: 'EADDRINUSE', syscall: 'listen', port });
      const { code, err } = await run(() => Promise.reject(taken));
      const text = `error: port ${port} on 127.0.0.1 is in use; set another one with ${flag} (0 selects a free port)\n`;
      assert.deepEqual([code, err], [1, text]);
    }
    const broken = await run(() => Promise.reject(new Error('u: users[0].name: Required value')));
    assert.deepEqual(broken, { code: 1, out: '', err: 'error: u: users[0].name: Required value\n' });
  });
});
