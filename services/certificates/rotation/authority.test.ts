import assert from 'node:assert/strict';
import { isIssuedBy } from '@pilothouse/runtime/certificates/inspect.js';
import { memory, type Memory } from '../store/memory.test.helper.js';
import { bundleIn, certificateIn, DAY, HOUR, PLAN, run, START } from './run.test.helper.js';

/** When a third of the validity is left. It begins an hour before the certificate is issued. */
const DUE = START + 87600 * HOUR - (365 + 30) * DAY;

describe('rotation of an authority', () => {
  let first: Memory;
  let store: Memory;
  before(async () => {
    first = memory();
    await run(first.open(), START);
    // Nothing else is due at that time.
    await run(first.open(), DUE - DAY);
    await run(first.open(), DUE - HOUR);
    const { lines } = await run(first.open(), DUE);
    assert.deepEqual(lines, [
      'updated authority ca',
      'updated certificate web',
      'updated certificate peer',
      'updated certificate admin',
      'renewed kubeconfig config',
      'kept key sa',
      'kept session-key cookies',
    ]);
  });
  beforeEach(() => {
    store = first.copy();
  });

  const serials = (name: string, entry: 'ca.crt' | 'tls.crt' | 'next.crt' = 'ca.crt'): string[] =>
    bundleIn(store.entriesOf(name)[entry]).map(({ serialNumber }) => serialNumber);
  const issuerOf = (name: string): string | undefined =>
    bundleIn(store.entriesOf(name)['ca.crt']).find((ca) =>
      isIssuedBy(certificateIn(store.entriesOf(name)['tls.crt']), ca),
    )?.serialNumber;

  it('adds the successor to all bundles before it signs', () => {
    const [current, next] = [...serials('ca', 'tls.crt'), ...serials('ca', 'next.crt')];
    for (const name of ['ca', 'web', 'peer', 'admin']) assert.deepEqual(serials(name), [current, next]);
    for (const name of ['web', 'peer', 'admin']) assert.equal(issuerOf(name), current);
  });

  it('waits for the propagation time before the successor signs', async () => {
    const before = store.text();
    const { lines } = await run(store.open(), DUE + HOUR - 1);
    assert.ok(lines.every((line) => line.startsWith('kept')));
    assert.equal(store.text(), before);
  });

  it('waits for the longer propagation time of the authority', async () => {
    const text = PLAN.replace('Root}', 'Root, propagation: 48h}');
    for (const [at, action] of [
      [2 * DAY - 1, 'kept'],
      [2 * DAY, 'renewed'],
    ] as const) {
      const { lines } = await run(store.open(), DUE + at, { text });
      assert.equal(lines[0], `${action} authority ca`);
    }
  });

  it('begins earlier when the propagation time is long', async () => {
    const other = memory();
    const text = PLAN.replace('Root}', 'Root, propagation: 960h}');
    await run(other.open(), START, { text });
    const begun = async (at: number): Promise<boolean> =>
      (await run(other.open(), at, { text })).lines[0] === 'updated authority ca';
    assert.deepEqual([await begun(DUE - 10 * DAY - 1000), await begun(DUE - 10 * DAY)], [false, true]);
  });

  it('reissues everything with the successor, and keeps the former authority in the bundles', async () => {
    const [former, next] = serials('ca');
    const { lines } = await run(store.open(), DUE + HOUR);
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['renewed', 'renewed', 'renewed', 'renewed', 'renewed', 'kept', 'kept'],
    );
    for (const name of ['ca', 'web', 'peer', 'admin']) assert.deepEqual(serials(name), [next, former]);
    for (const name of ['web', 'peer', 'admin']) assert.equal(issuerOf(name), next);
    const { 'next.crt': nextCrt, 'next.key': nextKey, 'next.since': since } = store.entriesOf('ca');
    assert.deepEqual([nextCrt, nextKey, since], [undefined, undefined, undefined]);
    assert.ok((await run(store.open(), DUE + HOUR)).lines.every((line) => line.startsWith('kept')));
  });

  it('removes the former authority from the bundles when it has expired', async () => {
    const [, next] = serials('ca');
    await run(store.open(), DUE + HOUR);
    await run(store.open(), START + 87600 * HOUR);
    for (const name of ['ca', 'web', 'peer', 'admin']) assert.deepEqual(serials(name), [next]);
  });

  for (const name of ['web', 'config'] as const) {
    it(`restarts the propagation time when ${name} lacks the successor`, async () => {
      const [current] = bundleIn(store.entriesOf('ca')['ca.crt']);
      const { kubeconfig, ...entries } = store.entriesOf(name);
      store.put(name, kubeconfig === undefined ? { ...entries, 'ca.crt': String(current) } : { kubeconfig: 'x' });
      assert.ok((await run(store.open(), DUE + HOUR)).lines.includes('updated authority ca'));
      assert.equal(issuerOf('peer'), current?.serialNumber);
      await run(store.open(), DUE + 2 * HOUR - 1);
      assert.equal(issuerOf('peer'), current?.serialNumber);
      await run(store.open(), DUE + 2 * HOUR);
      assert.notEqual(issuerOf('peer'), current?.serialNumber);
    });
  }

  it('does not start the propagation time after an item has failed', async () => {
    const text = PLAN.replace('keys:', '- {name: more, authority: ca, commonName: m, usages: [client]}\nkeys:');
    store.put('more', { 'tls.crt': 'x' }, true);
    const { 'next.since': _since, ...entries } = store.entriesOf('ca');
    store.put('ca', entries);
    const { problems } = await run(store.open(), DUE, { text });
    assert.equal(problems.length, 1);
    assert.equal(store.entriesOf('ca')['next.since'], undefined);
  });

  it('ignores the recorded time of another successor', async () => {
    const { 'next.since': since = '', ...entries } = store.entriesOf('ca');
    store.put('ca', { ...entries, 'next.since': since.replace(/ .*/, ` ${'0'.repeat(64)}`) });
    const { lines } = await run(store.open(), DUE + DAY);
    assert.equal(lines[0], 'updated authority ca');
  });

  it('replaces an expired authority at once', async () => {
    await run(store.open(), START + 87600 * HOUR);
    assert.equal(serials('ca').length, 1);
    const late = memory();
    await run(late.open(), START);
    const { lines } = await run(late.open(), START + 90000 * HOUR);
    assert.deepEqual(lines.slice(0, 2), ['renewed authority ca', 'renewed certificate web']);
    assert.equal(bundleIn(late.entriesOf('web')['ca.crt']).length, 1);
  });

  it('begins when the common name changes in the plan', async () => {
    const other = memory();
    await run(other.open(), START);
    const { outcomes } = await run(other.open(), START, { text: PLAN.replace('Root', 'Other') });
    assert.match(outcomes[0]?.reason ?? '', /^its common name differs from the plan: a new successor signs/);
  });

  it('keeps authorities that a user has added to the bundle', async () => {
    const foreign = memory();
    await run(foreign.open(), START);
    const added = foreign.entriesOf('ca')['tls.crt'] ?? '';
    store.put('ca', { ...store.entriesOf('ca'), 'ca.crt': `${store.entriesOf('ca')['ca.crt']}${added}` });
    await run(store.open(), DUE);
    for (const name of ['ca', 'web']) assert.equal(serials(name).at(-1), certificateIn(added).serialNumber);
  });
});
