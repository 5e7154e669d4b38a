import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createProgressRequester, type ProgressRequester } from './progress.js';

describe('progress requests of a watch', () => {
  let askers: ProgressRequester[] = [];

  afterEach(() => {
    for (const requester of askers) requester.stop();
    askers = [];
  });

  function setUp() {
    const state = { reached: 5, sent: 0, stalls: 0 };
    const requester = createProgressRequester({
      send: () => (state.sent += 1),
      reached: () => state.reached,
      stalled: () => (state.stalls += 1),
      stallMs: 300,
    });
    askers.push(requester);
    requester.setReading(true);
    return { state, requester };
  }

  it('share one request among all callers', () => {
    const { state, requester } = setUp();
    for (const revision of [7, 8, 8, 6]) requester.want(revision);
    assert.equal(state.sent, 1);
  });

  it('are not sent when the watch is already there', async () => {
    const { state, requester } = setUp();
    requester.want(5);
    await delay(50);
    assert.equal(state.sent, 0);
  });

  it('are repeated until the watch is there, then stop', async () => {
    const { state, requester } = setUp();
    requester.want(8);
    await delay(150);
    assert.ok(state.sent >= 2 && state.sent <= 5, `${state.sent} questions`);
    state.reached = 8;
    requester.advanced(true);
    const { sent } = state;
    await delay(400);
    assert.deepEqual([state.sent, state.stalls], [sent, 0]);
  });

  it('are sent at once when a newer revision is wanted after a response', () => {
    const { state, requester } = setUp();
    for (let revision = 6; revision < 60; revision++) {
      requester.want(revision);
      assert.equal(state.sent, revision - 5);
      state.reached = revision;
      requester.advanced(true);
    }
  });

  it('are repeated at once when a response is older than a later demand, but not when the member lags', () => {
    const { state, requester } = setUp();
    requester.want(7);
    requester.want(9);
    assert.equal(state.sent, 1);
    state.reached = 6;
    requester.advanced(false);
    assert.equal(state.sent, 1, 'events are not a response');
    state.reached = 7;
    requester.advanced(true);
    assert.equal(state.sent, 2);
    state.reached = 8;
    requester.advanced(true);
    assert.equal(state.sent, 2);
  });

  it('report a member without messages as stalled', async () => {
    const { state, requester } = setUp();
    requester.want(8);
    await delay(150);
    assert.equal(state.stalls, 0);
    await delay(600);
    assert.equal(state.stalls, 1);
  });

  it('report no stall while messages arrive or while the reader does not read', async () => {
    const [talking, unread] = [setUp(), setUp()];
    unread.requester.setReading(false);
    for (const { requester } of [talking, unread]) requester.want(8);
    for (let i = 0; i < 16; i++) {
      await delay(50);
      talking.requester.received();
    }
    assert.deepEqual([talking.state.stalls, unread.state.stalls], [0, 0]);
  });
});
