import assert from 'node:assert/strict';
import { changeOf, GROUP, ID, REVIEWED, type Change } from './change.js';
import { createFindings, type Kind } from './findings.js';
import { createLedger, deletionId, type Ledger, type Outcome } from './ledger.js';
import type { Seen, Stream } from './track.js';

const collection = 'configmaps/soak-0';
const change = (revision: number, name: string, id?: string): Change => ({ collection, name, revision, id });
const DELETION = deletionId(collection, 'a', 11);
/** An object is created, changed and deleted; another one is created. */
const LOG: readonly Change[] = [
  change(10, 'a', 'one'),
  change(11, 'a', 'two'),
  change(12, 'a'),
  change(13, 'b', 'four'),
];
const SEEN: readonly Seen[] = [
  { type: 'ADDED', revision: 10, name: 'a', id: 'one' },
  { type: 'MODIFIED', revision: 11, name: 'a', id: 'two' },
  { type: 'DELETED', revision: 12, name: 'a', id: 'two' },
  { type: 'ADDED', revision: 13, name: 'b', id: 'four' },
];
const bookmark = (revision: number): Seen => ({ type: 'BOOKMARK', revision });
const without = (index: number): Seen[] => SEEN.filter((_seen, at) => at !== index);
const at = (index: number): Seen => SEEN[index] ?? assert.fail();

/** Ends every write of the log: acknowledged, unless `outcomes` says otherwise. */
function end(ledger: Ledger, outcomes: Readonly<Record<string, Outcome>> = {}): void {
  const revisions = { one: 10, two: 11, [DELETION]: undefined, four: 13 };
  for (const [id, revision] of Object.entries(revisions)) {
    ledger.sent(id);
    const outcome = outcomes[id] ?? 'acknowledged';
    ledger.ended(id, outcome, outcome === 'acknowledged' ? revision : undefined);
  }
}

/** The kinds of findings after some actions; the log is read in two parts. */
function kinds(act: (ledger: Ledger, stream: Stream) => void, log: readonly Change[] = LOG): Kind[] {
  const findings = createFindings();
  const ledger = createLedger(findings);
  const stream = ledger.track(collection).stream('watch', 5);
  act(ledger, stream);
  ledger.read(log.slice(0, 2), 11);
  ledger.read(log.slice(2), 20);
  ledger.finish();
  return findings.first().map(({ kind }) => kind);
}

describe('the ledger of a soak', () => {
  const streams: readonly (readonly [string, readonly Seen[], readonly Kind[]])[] = [
    ['a whole watch', SEEN, []],
    ['bookmarks', [bookmark(9), ...SEEN.slice(0, 2), bookmark(11), ...SEEN.slice(2), bookmark(20)], []],
    ['a list after 410', [at(0), { type: 'relist', revision: 12 }, at(3)], []],
    ['a lost event', without(1), ['event lost']],
    ['a lost event before a bookmark', [at(0), at(1), bookmark(12), at(3)], ['event lost']],
    ['a lost last event', without(3), ['event lost']],
    ['two lost events', SEEN.slice(2), ['event lost', 'event lost']],
    ['a list after 410 that does not cover a change', [{ type: 'relist', revision: 11 }, at(3)], ['event lost']],
    ['a list after 410 that is older than the watch', [...SEEN, { type: 'relist', revision: 12 }], ['read stale']],
    ['a repeated event', [...SEEN, at(3)], ['event repeated or out of order']],
    ['events out of order', [at(1), at(0), at(2), at(3)], ['event lost', 'event repeated or out of order']],
    ['another type', [{ ...at(0), type: 'MODIFIED' } as Seen, ...without(0)], ['event wrong']],
    ['another object', [...without(3), { type: 'ADDED', revision: 13, name: 'c', id: 'four' }], ['event wrong']],
    ['another state', [...without(3), { type: 'ADDED', revision: 13, name: 'b', id: 'two' }], ['event wrong']],
    ['an event of no change', [...SEEN, { type: 'ADDED', revision: 17, name: 'c', id: 'x' }], ['event wrong']],
  ];
  for (const [name, seen, expected] of streams) {
    it(`checks watches: ${name}`, () => {
      const found = kinds((ledger, stream) => {
        end(ledger);
        seen.forEach(stream.note);
      });
      assert.deepEqual(found, expected);
    });
  }

  it('waits for the log before it compares', () => {
    const findings = createFindings();
    const ledger = createLedger(findings);
    const stream = ledger.track(collection).stream('watch', 5);
    SEEN.forEach(stream.note);
    end(ledger);
    for (const each of LOG) {
      ledger.read([each], each.revision);
      assert.equal(stream.behind(), 0);
    }
    ledger.finish();
    assert.deepEqual(findings.first(), []);
  });

  /** The outcomes of the writes of the log, and the acknowledged writes beside them with their revisions. */
  type Case = { readonly outcomes?: Readonly<Record<string, Outcome>>; readonly more?: readonly [string, number?] };
  const writes: readonly (readonly [string, Case, readonly Kind[]])[] = [
    ['unknown outcomes', { outcomes: { one: 'unknown', [DELETION]: 'unknown' } }, []],
    ['a lost write', { more: ['five', 9] }, ['write lost']],
    ['a lost write at the end', { more: ['five', 20] }, ['write lost']],
    ['a lost deletion', { more: [deletionId(collection, 'b', 13)] }, ['write lost']],
    ['another revision', { outcomes: { two: 'unknown' }, more: ['two', 12] }, ['write lost']],
    ['a refused write', { outcomes: { two: 'refused' } }, ['write done that was refused']],
    ['a refused deletion', { outcomes: { [DELETION]: 'refused' } }, ['write done that was refused']],
  ];
  for (const [name, { outcomes, more }, expected] of writes) {
    it(`checks writes: ${name}`, () => {
      const found = kinds((ledger, stream) => {
        end(ledger, outcomes);
        ledger.sent('never happens');
        ledger.ended('never happens', 'unknown');
        if (more !== undefined) {
          ledger.sent(more[0]);
          ledger.ended(more[0], 'acknowledged', more[1]);
        }
        SEEN.forEach(stream.note);
      });
      assert.deepEqual(found, expected);
    });
  }

  it('checks that each write happens once, and is of a client', () => {
    const log = [...LOG, change(14, 'c', 'four'), change(15, 'c', 'of others')];
    const found = kinds((ledger, stream) => {
      end(ledger);
      SEEN.forEach(stream.note);
      stream.note({ type: 'ADDED', revision: 14, name: 'c', id: 'four' });
      stream.note({ type: 'MODIFIED', revision: 15, name: 'c', id: 'of others' });
    }, log);
    assert.deepEqual(found, ['write done twice', 'write lost', 'write of no client']);
  });

  const lists: readonly (readonly [string, number, Readonly<Record<string, number>>, readonly Kind[]])[] = [
    ['the first state', 9, {}, []],
    ['a past state', 11, { a: 11 }, []],
    ['the last state', 20, { b: 13 }, []],
    ['a missing object', 13, {}, ['list wrong']],
    ['a deleted object', 13, { a: 11, b: 13 }, ['list wrong']],
    ['an old version', 11, { a: 10 }, ['list wrong']],
  ];
  for (const [name, revision, objects, expected] of lists) {
    it(`checks lists: ${name}`, () => {
      const found = kinds((ledger, stream) => {
        end(ledger);
        SEEN.forEach(stream.note);
        ledger.track(collection).list({ what: 'list', revision, objects: new Map(Object.entries(objects)) });
      });
      assert.deepEqual(found, expected);
    });
  }

  it('keeps no more than it needs', () => {
    const findings = createFindings();
    const ledger = createLedger(findings);
    const stream = ledger.track(collection).stream('watch', 0);
    for (let revision = 1; revision <= 50_000; revision++) {
      const id = String(revision);
      ledger.sent(id);
      ledger.ended(id, 'acknowledged', revision);
      stream.note({ type: revision === 1 ? 'ADDED' : 'MODIFIED', revision, name: 'a', id });
      ledger.read([change(revision, 'a', id)], revision);
    }
    // A list of the first states cannot be compared any more.
    ledger.track(collection).list({ what: 'list', revision: 1, objects: new Map() });
    ledger.track(collection).list({ what: 'list', revision: 49_000, objects: new Map([['a', 49_000]]) });
    ledger.read([], 50_000);
    ledger.finish();
    assert.deepEqual(findings.first(), []);
    assert.deepEqual(ledger.counts, { acknowledged: 50_000, refused: 0, unknown: 0, unknownStored: 0, stored: 50_000 });
  });

  it('reads changes from stored keys and values', () => {
    const value = (annotations: object): string => JSON.stringify({ metadata: { annotations } });
    const both = { [ID]: 'one', [REVIEWED]: 'two' };
    const rows = [
      ['/registry/configmaps/soak-1/a', value(both), { collection: 'configmaps/soak-1', name: 'a', id: 'one' }],
      [`/registry/${GROUP}/widgets/soak-1/a`, value(both), { collection: 'widgets/soak-1', name: 'a', id: 'two' }],
      [
        `/registry/${GROUP}/widgets/soak-1/a`,
        value({ [ID]: 'one' }),
        { collection: 'widgets/soak-1', name: 'a', id: '' },
      ],
      ['/registry/configmaps/soak-1/a', undefined, { collection: 'configmaps/soak-1', name: 'a', id: undefined }],
      ['/registry/configmaps/soak-1/kube-root-ca.crt', value({}), undefined],
      ['/registry/configmaps/default/a', value({}), undefined],
      ['/registry/secrets/soak-1/a', value({}), undefined],
    ] as const;
    for (const [key, stored, expected] of rows) {
      assert.deepEqual(changeOf({ key, value: stored, revision: 7 }), expected && { ...expected, revision: 7 });
    }
  });
});
