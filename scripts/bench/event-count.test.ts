import assert from 'node:assert/strict';
import { eventCount } from './event-count.js';

describe('the events of watches', () => {
  const EVENT = '{"type":"ADDED","object":{}}\n';

  /** Begins watches; returns a function that receives text on one of them, and the number of calls back. */
  function counted(
    watches: number,
    events: number,
  ): { receive: (watch: number, text: string) => void; calls: () => number } {
    let calls = 0;
    const begin = eventCount({ watches, events }, () => (calls += 1));
    const all = Array.from({ length: watches }, begin);
    return { receive: (watch, text) => all[watch]?.receive(Buffer.from(text)), calls: () => calls };
  }

  it('are complete when each watch has its own, also when a watch receives events of other writers', () => {
    const { receive, calls } = counted(2, 2);
    receive(0, EVENT.repeat(3));
    receive(1, EVENT);
    assert.equal(calls(), 0, 'an event of one watch cannot replace that of another');
    receive(1, EVENT.repeat(2));
    assert.equal(calls(), 1);
    receive(0, EVENT);
    receive(1, EVENT);
    assert.equal(calls(), 1);
  });

  it('are counted at their ends, wherever chunks are divided', () => {
    for (let at = 0; at <= EVENT.length; at++) {
      const { receive, calls } = counted(1, 1);
      receive(0, EVENT.slice(0, at));
      receive(0, EVENT.slice(at));
      assert.equal(calls(), 1, `divided at ${at}`);
    }
  });

  it('are not confused with the lines of HTTP chunks and of pretty text', () => {
    const { receive, calls } = counted(1, 1);
    receive(0, '1d\r\n{\n"a": 1\n');
    assert.equal(calls(), 0);
  });

  it('continue behind the last whole event when a response was cut off', () => {
    let calls = 0;
    const { receive, resume } = eventCount({ watches: 1, events: 3 }, () => (calls += 1))();
    const event = (version: number): Buffer =>
      Buffer.from(`{"object":{"metadata":{"resourceVersion":"${version}"}}}\n`);
    assert.equal(resume(), undefined);
    receive(event(7));
    receive(event(8).subarray(0, 40));
    assert.equal(resume(), '7');
    assert.equal(resume(), '7');
    receive(event(8));
    assert.equal(calls, 0, 'the part of an event does not count');
    receive(event(9));
    assert.equal(calls, 1);
    assert.equal(resume(), '9');
  });

  it('are not awaited when none are expected', () => {
    const { receive, calls } = counted(1, 0);
    receive(0, EVENT);
    assert.equal(calls(), 0);
  });
});
