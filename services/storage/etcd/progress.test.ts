import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createProgressAsker, type ProgressAsker } from './progress.js';

describe('asking a watch for its progress', () => {
  let askers: ProgressAsker[] = [];

  afterEach(() => {
    for (const asker of askers) asker.stop();
    askers = [];
  });

  function setUp() {
    const state = { reached: 5, sent: 0, stalls: 0 };
    const asker = createProgressAsker({
      send: () => (state.sent += 1),
      reached: () => state.reached,
      stalled: () => (state.stalls += 1),
      patienceMs: 300,
    });
    askers.push(asker);
    asker.setReading(true);
    return { state, asker };
  }

  it('asks once for all who want the same', () => {
    const { state, asker } = setUp();
    for (const revision of [7, 8, 8, 6]) asker.want(revision);
    assert.equal(state.sent, 1);
  });

  it('asks nothing when the watch is there already', async () => {
    const { state, asker } = setUp();
    asker.want(5);
    await delay(50);
    assert.equal(state.sent, 0);
  });

  it('asks again until the watch is there, and then no more', async () => {
    const { state, asker } = setUp();
    asker.want(8);
    await delay(150);
    assert.ok(state.sent >= 2 && state.sent <= 5, `${state.sent} questions`);
    state.reached = 8;
    asker.advanced(true);
    const { sent } = state;
    await delay(400);
    assert.deepEqual([state.sent, state.stalls], [sent, 0]);
  });

  it('asks at once when something newer is wanted after an answer', () => {
    const { state, asker } = setUp();
    for (let revision = 6; revision < 60; revision++) {
      asker.want(revision);
      assert.equal(state.sent, revision - 5);
      state.reached = revision;
      asker.advanced(true);
    }
  });

  it('asks again at once when the answer is older than what was wanted meanwhile, but not when the server is behind', () => {
    const { state, asker } = setUp();
    asker.want(7);
    asker.want(9);
    assert.equal(state.sent, 1);
    state.reached = 6;
    asker.advanced(false);
    assert.equal(state.sent, 1, 'events are no answer');
    state.reached = 7;
    asker.advanced(true);
    assert.equal(state.sent, 2);
    state.reached = 8;
    asker.advanced(true);
    assert.equal(state.sent, 2);
  });

  it('takes a server for dead that says nothing for long', async () => {
    const { state, asker } = setUp();
    asker.want(8);
    await delay(150);
    assert.equal(state.stalls, 0);
    await delay(600);
    assert.equal(state.stalls, 1);
  });

  it('does not while messages come, or while nobody reads them', async () => {
    const [talking, unread] = [setUp(), setUp()];
    unread.asker.setReading(false);
    for (const { asker } of [talking, unread]) asker.want(8);
    for (let i = 0; i < 16; i++) {
      await delay(50);
      talking.asker.heard();
    }
    assert.deepEqual([talking.state.stalls, unread.state.stalls], [0, 0]);
  });
});
