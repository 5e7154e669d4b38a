import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { memory, type Memory } from '../store/memory.test.helper.js';
import { DAY, HOUR, run, START } from './run.test.helper.js';

const text = 'keys: [{name: sa}]';

describe('a key that signs tokens', () => {
  let store: Memory;
  beforeEach(async () => {
    store = memory();
    await run(store.open(), START, { text });
  });
  const signs = (): string => publicOf(store.entriesOf('sa')['sa.key']);
  const known = (): readonly string[] =>
    (store.entriesOf('sa')['sa.pub'] ?? '').split(/(?<=-----END PUBLIC KEY-----\n)/).filter((pem) => pem !== '');
  const publicOf = (pem = ''): string => String(createPublicKey(pem).export({ type: 'spki', format: 'pem' }));

  it('is checked with its public key', () => assert.deepEqual(known(), [signs()]));

  it('is the same for ever', async () => {
    const before = store.text();
    await run(store.open(), START + 10_000 * DAY, { text });
    assert.equal(store.text(), before);
  });

  it('gets a successor when that is asked for, which is known first and signs later; tokens of the former stay good', async () => {
    const former = signs();
    await run(store.open(), START, { text, rotateKeys: true });
    assert.equal(signs(), former);
    const next = known()[1];
    assert.deepEqual(known(), [former, next]);
    const waiting = store.text();
    // Whoever asks once more meanwhile gets no other one.
    for (const rotateKeys of [false, true]) await run(store.open(), START + HOUR - 1, { text, rotateKeys });
    assert.equal(store.text(), waiting);
    assert.deepEqual((await run(store.open(), START + HOUR, { text })).lines, ['renewed key sa']);
    assert.deepEqual([signs(), known()], [next, [next, former]]);
    assert.deepEqual(Object.keys(store.entriesOf('sa')).sort(), ['sa.key', 'sa.pub']);
    assert.deepEqual((await run(store.open(), START + DAY, { text })).lines, ['kept key sa']);
  });

  it('keeps the public keys that its owner leaves, and no others', async () => {
    await run(store.open(), START, { text, rotateKeys: true });
    await run(store.open(), START + HOUR, { text });
    store.put('sa', { ...store.entriesOf('sa'), 'sa.pub': signs() });
    assert.deepEqual((await run(store.open(), START + DAY, { text })).lines, ['kept key sa']);
  });

  it('has its own public key in any case', async () => {
    const { 'sa.pub': pub, ...rest } = store.entriesOf('sa');
    store.put('sa', rest);
    assert.deepEqual((await run(store.open(), START, { text })).lines, ['updated key sa']);
    assert.equal(store.entriesOf('sa')['sa.pub'], pub);
  });

  it('waits anew where its successor was not known', async () => {
    await run(store.open(), START, { text, rotateKeys: true });
    const former = signs();
    store.put('sa', { ...store.entriesOf('sa'), 'sa.pub': former });
    await run(store.open(), START + DAY, { text });
    assert.deepEqual([signs(), known().length], [former, 2]);
    await run(store.open(), START + DAY + HOUR, { text });
    assert.notEqual(signs(), former);
  });
});
