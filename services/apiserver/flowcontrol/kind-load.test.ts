import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { MAPS, requestOf, startOne, testFlowControl } from './flow-control.test.helper.js';
import { nodeLoop } from './time-slices.js';

describe('the number of requests of a kind', () => {
  it('is observed over time, as a fraction of all seats and of all places in queues', async () => {
    let time = 0;
    const loop = { ...nodeLoop, now: () => time };
    const flowControl = testFlowControl({ one: { seats: 1, queues: 8 } }, { loop });
    const first = startOne(flowControl, 'a');
    const second = flowControl.classify(requestOf('GET', `${MAPS}/b`, authenticatedUser('b')));
    const entered = flowControl.start(second);
    time += 7;
    flowControl.end(first);
    await entered;
    time += 2;
    flowControl.end(second);
    time += 1;
    const name = 'apiserver_flowcontrol_read_vs_write_current_requests';
    const metric = flowControl.metrics.find(({ definition }) => definition.name === name);
    /** Milliseconds up to each bound. */
    const times = [...((await metric?.read()) ?? [])].map(({ labels, value }) => {
      assert.ok(typeof value === 'object');
      const { bounds, counts } = value;
      const filled = counts.flatMap((count, index) => (count > 0 ? [`${bounds[index]}: ${count / 1_000_000}`] : []));
      return [...labels, ...filled].join(' ');
    });
    // One of 6 seats, which include those of the catch-all level, and one of 400 places.
    assert.deepEqual(times.toSorted(), [
      'executing mutating 0: 10',
      'executing readOnly 0: 1 0.2: 9',
      'waiting mutating 0: 10',
      'waiting readOnly 0: 3 0.01: 7',
    ]);
  });
});
