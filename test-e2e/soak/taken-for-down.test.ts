import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { createFindings } from './findings.js';
import { judge } from './load.js';
import { createSpans, type Spans } from './spans.js';
import { watchForDown } from './taken-for-down.js';

describe('a server that the load balancer takes for down', () => {
  const findings = createFindings();
  /** Runs until the balancer has had `s1` down and up again, and a request has failed meanwhile. */
  async function run(spans: Spans): Promise<void> {
    const looks = [new Map(), new Map([['s1', 'L6TOUT after 1000 ms']]), new Map([['s1', '']]), new Map()];
    const off = new AbortController();
    let failedAt = 0;
    const watching = watchForDown({
      balancer: {
        async down() {
          if (looks.length === 3) failedAt = performance.now();
          return looks.shift() ?? new Map();
        },
      },
      findings,
      spans,
      signal: off.signal,
    });
    await eventually(async () => looks.length === 0, 'four looks');
    off.abort();
    await watching;
    judge({ findings, spans, unexplained: [{ from: failedAt - 10, to: failedAt, text: 'a create' }] }, Infinity);
  }

  it('is one finding, which explains the requests that fail', async () => {
    await run(createSpans());
    assert.match(
      findings
        .first()
        .map(({ text }) => text)
        .join(),
      /^s1: L6TOUT after 1000 ms, load average \d+\.\d on \d+ /,
    );
    assert.deepEqual(findings.count('failed without a fault'), 0);
  });

  it('is none if it follows from a fault', async () => {
    const spans = createSpans();
    await spans.during('an API server is killed', async () => {});
    await run(spans);
    assert.equal(findings.total(), 1);
  });

  it('does not explain requests that fail at other times', () => {
    const failure = { from: 10, to: 20, text: 'a create' };
    const unexplained = [failure];
    const spans = createSpans();
    judge({ findings, spans, unexplained }, 20);
    assert.equal(findings.count('failed without a fault'), 0);
    judge({ findings, spans, unexplained }, 20_000);
    assert.equal(findings.count('failed without a fault'), 1);
  });
});
