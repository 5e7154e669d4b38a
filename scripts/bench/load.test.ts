import assert from 'node:assert/strict';
import { latency, reportOf } from './load.js';

const OUTPUT = `
finished in 5.01s, 6891.40 req/s, 9.31MB/s
requests: 34457 total, 34489 started, 34457 done, 34457 succeeded, 0 failed, 0 errored, 0 timeout
status codes: 34457 2xx, 0 3xx, 0 4xx, 0 5xx
                     min         max         mean         sd        +/- sd
time for request:     1.95ms     56.35ms      4.62ms      3.55ms    92.50%
time for connect:     7.26ms     38.82ms     24.99ms      9.37ms    53.13%
`;

describe('the output of h2load', () => {
  it('has the requests, their rate and their mean duration', () => {
    assert.deepEqual(reportOf(OUTPUT), { requests: 34_457, rate: 6891.4, milliseconds: 4.62 });
    assert.equal(reportOf(OUTPUT.replace('4.62ms', '462us')).milliseconds, 0.462);
  });

  it('is an error when a request failed', () => {
    for (const [from, to] of [
      ['0 failed', '1 failed'],
      ['0 errored', '3 errored'],
      [/34457 succeeded/, '0 succeeded'],
    ] as const) {
      assert.throws(() => reportOf(OUTPUT.replace(from, to)), /^Error: requests failed/);
    }
  });
});

describe('the output of h2load beside an overload', () => {
  const refused = OUTPUT.replace('0 failed', '7 failed').replace('0 4xx', '7 4xx');
  it('may have refused requests', () => assert.equal(reportOf(refused, true).requests, 34_457));
  it('has no other failures', () => assert.throws(() => reportOf(refused.replace('7 4xx', '6 4xx'), true)));
});

describe('h2load', () => {
  const { H2LOAD } = process.env;
  before(() => {
    // A program that rejects its options.
    process.env['H2LOAD'] = process.execPath;
  });
  after(() => {
    if (H2LOAD === undefined) delete process.env['H2LOAD'];
    else process.env['H2LOAD'] = H2LOAD;
  });

  it('does not reveal the token on failure', async () => {
    const recipient = { url: 'https://127.0.0.1:1', token: 'hunter2' };
    await assert.rejects(latency(recipient, { path: '/', concurrent: 1, seconds: 1 }), { message: 'h2load failed: 9' });
  });
});
