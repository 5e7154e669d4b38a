import { createHash } from 'node:crypto';

export interface Deck {
  readonly queues: number;
  readonly handSize: number;
}

/**
 * Shuffle sharding, with Kubernetes' hash: the distinct indexes of the queues of a flow. Two flows rarely have the same hand, so
 * that a flow with many requests leaves most others at least one short queue. `flow` is the name of its FlowSchema, NUL and its
 * distinguisher.
 */
export function handOf(flow: string, { queues, handSize }: Deck): readonly number[] {
  const digest = createHash('sha256').update(flow).digest();
  let rest = digest.readBigUInt64LE();
  const hand: number[] = [];
  for (let dealt = 0; dealt < handSize; dealt++) {
    const left = BigInt(queues - dealt);
    // The index among the cards that are left; each dealt card before it shifts it by one.
    let card = Number(rest % left);
    rest /= left;
    for (const lower of hand.toSorted((a, b) => a - b)) if (card >= lower) card += 1;
    hand.push(card);
  }
  return hand;
}
