import assert from 'node:assert/strict';
import { unreadableEntry, UnreadableError, type Entry } from '../store.js';
import { createPatience } from './patience.js';

const entry: Entry = { key: '/a', value: Buffer.from('v'), revision: 1 };
const unreadable = unreadableEntry('/a', 1, new UnreadableError('/a', 'late'));
const never = new Promise<Entry>(() => undefined);
const soon = (): Promise<Entry> => new Promise((resolve) => setTimeout(() => resolve(entry), 20));
const [SHORT, LONG] = [50, 60_000];

describe('the patience of a watch', () => {
  it('waits for an answer', async () => {
    const patience = createPatience(LONG);
    assert.equal(await patience(soon(), () => unreadable), entry);
  });

  it('is limited, and then exhausted for a while', async () => {
    const patience = createPatience(SHORT);
    // With a wait for each, these would take a minute.
    for (let count = 0; count < 1_200; count++) assert.equal(await patience(never, () => unreadable), unreadable);
  });

  it('returns with the first entry that can be read', async () => {
    const patience = createPatience(SHORT);
    await patience(never, () => unreadable);
    const late = soon();
    assert.equal(await patience(late, () => unreadable), unreadable);
    await late;
    assert.equal(await patience(soon(), () => unreadable), entry);
  });
});
