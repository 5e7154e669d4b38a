import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { handOf } from './shuffle-sharding.js';

describe('shuffle sharding', () => {
  it('deals a hand of distinct queues, always the same to a flow', () => {
    const decks = fc
      .integer({ min: 1, max: 200 })
      .chain((queues) =>
        fc.record({ queues: fc.constant(queues), handSize: fc.integer({ min: 1, max: Math.min(8, queues) }) }),
      );
    fc.assert(
      fc.property(fc.string(), decks, (flow, deck) => {
        const hand = handOf(flow, deck);
        assert.equal(new Set(hand).size, deck.handSize);
        assert.ok(hand.every((index) => index >= 0 && index < deck.queues));
        assert.deepEqual(handOf(flow, deck), hand);
      }),
    );
  });

  it('leaves almost every flow a queue outside the hands of ten heavy flows', () => {
    const deck = { queues: 128, handSize: 6 };
    const heavy = new Set(Array.from({ length: 10 }, (_, index) => handOf(`s\0heavy-${index}`, deck)).flat());
    const squeezed = Array.from({ length: 1000 }, (_, index) => handOf(`s\0flow-${index}`, deck)).filter((hand) =>
      hand.every((index) => heavy.has(index)),
    );
    assert.ok(squeezed.length < 10, `${squeezed.length} of 1000`);
  });
});
