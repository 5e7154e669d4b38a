import assert from 'node:assert/strict';
import { InFlight } from './in-flight.js';

describe('requests in flight', () => {
  it('have the maximum of the last second, and then the current number', () => {
    const flight = new InFlight();
    flight.enter(0);
    flight.enter(10);
    flight.enter(20);
    flight.leave();
    flight.leave();
    assert.equal(flight.maximum(999), 3);
    assert.equal(flight.maximum(1000), 1);
    flight.enter(1500);
    assert.equal(flight.maximum(1600), 2);
    flight.leave();
    flight.leave();
    assert.equal(flight.maximum(9000), 0);
  });
});
