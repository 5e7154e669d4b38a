import assert from 'node:assert/strict';
import { InFlight } from './in-flight.js';

describe('requests in flight', () => {
  it('are told as the most at once in a second, and then as they are', () => {
    const flight = new InFlight();
    flight.enter(0);
    flight.enter(10);
    flight.enter(20);
    flight.leave();
    flight.leave();
    assert.equal(flight.most(999), 3);
    assert.equal(flight.most(1000), 1);
    flight.enter(1500);
    assert.equal(flight.most(1600), 2);
    flight.leave();
    flight.leave();
    assert.equal(flight.most(9000), 0);
  });
});
