import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { memory, type Memory } from '../store/memory.test.helper.js';
import { DAY, HOUR, run, START } from './run.test.helper.js';

const text = 'keys: [{name: sa}]';

describe('service account signing key', () => {
  let store: Memory;
  beforeEach(async () => {
    store = memory();
    await run(store.open(), START, { text });
  });
  const signs = (): string => publicOf(store.entriesOf('sa')['sa.key']);
  const known = (): readonly string[] =>
    (store.entriesOf('sa')['sa.pub'] ?? '').split(/(?<=-----END PUBLIC KEY-----\n)/).filter((pem) => pem !== '');
  const publicOf = (pem = ''): string => String(createPublicKey(pem).export({ type: 'spki', format: 'pem' }));

  it('is verified with its public key', () => assert.deepEqual(known(), [signs()]));

  it('stays the same without rotation', async () => {
    const before = store.text();
    await run(store.open(), START + 10_000 * DAY, { text });
    assert.equal(store.text(), before);
  });

  it('rotates on request: the successor is published first and signs later, and older tokens stay valid', async () => {
    const former = signs();
    await run(store.open(), START, { text, rotateKeys: true });
    assert.equal(signs(), former);
    const next = known()[1];
    assert.deepEqual(known(), [former, next]);
    const waiting = store.text();
    // A second request during the rotation creates no other successor.
    for (const rotateKeys of [false, true]) await run(store.open(), START + HOUR - 1, { text, rotateKeys });
    assert.equal(store.text(), waiting);
    assert.deepEqual((await run(store.open(), START + HOUR, { text })).lines, ['renewed key sa']);
    assert.deepEqual([signs(), known()], [next, [next, former]]);
    assert.deepEqual(Object.keys(store.entriesOf('sa')).sort(), ['sa.key', 'sa.pub']);
    assert.deepEqual((await run(store.open(), START + DAY, { text })).lines, ['kept key sa']);
  });

  it('keeps only the public keys that the user leaves in sa.pub', async () => {
    await run(store.open(), START, { text, rotateKeys: true });
    await run(store.open(), START + HOUR, { text });
    store.put('sa', { ...store.entriesOf('sa'), 'sa.pub': signs() });
    assert.deepEqual((await run(store.open(), START + DAY, { text })).lines, ['kept key sa']);
  });

  it('always publishes its own public key', async () => {
    const { 'sa.pub': pub, ...rest } = store.entriesOf('sa');
    store.put('sa', rest);
    assert.deepEqual((await run(store.open(), START, { text })).lines, ['updated key sa']);
    assert.equal(store.entriesOf('sa')['sa.pub'], pub);
  });

  it('restarts the propagation time when the successor was not published', async () => {
    await run(store.open(), START, { text, rotateKeys: true });
    const former = signs();
    store.put('sa', { ...store.entriesOf('sa'), 'sa.pub': former });
    await run(store.open(), START + DAY, { text });
    assert.deepEqual([signs(), known().length], [former, 2]);
    await run(store.open(), START + DAY + HOUR, { text });
    assert.notEqual(signs(), former);
  });
});
