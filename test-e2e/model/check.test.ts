import assert from 'node:assert/strict';
import { violationsOf } from './check.js';
import type { GetRecord, History, ListRecord, ObjectState, SeenEvent, StreamRecord, WriteRecord } from './history.js';
import { createModel } from './model.js';

const X = { key: 'app', value: 'x' };
const [key, other] = ['ns/a', 'ns/b'];
const object = (id: string, app: string): ObjectState => ({ id, labels: { app } });

/** The data of a patch or an apply that sets only the id. */
const set = (id: string): ObjectState => ({ id, labels: {} });

/** Two objects. A write by request recreates the first one after its deletion. */
const log = [
  { revision: 10, key, state: object('one', 'x') },
  { revision: 11, key, state: object('two', 'y') },
  { revision: 12, key, state: object('three', 'x') },
  { revision: 13, key, state: undefined },
  { revision: 20, key: other, state: object('four', 'x') },
];

const write = (began: number, id: string, changes: Partial<WriteRecord> = {}): WriteRecord => {
  const entry = log.find(({ state }) => state?.id === id);
  const written = { key: entry?.key ?? key, state: entry?.state, expected: 0 };
  const request = { began, ended: began + 1, replica: 0 };
  const answer = entry === undefined ? {} : { revision: entry.revision };
  return { ...written, ...request, outcome: 'acknowledged', ...answer, ...changes };
};
const deletion: WriteRecord = write(7, '', { expected: 12 });
const writes: readonly WriteRecord[] = [
  write(1, 'one'),
  write(3, 'two', { expected: 10 }),
  write(5, 'three', { expected: 11 }),
  deletion,
  write(9, 'four'),
];

const list = (revision: number, objects: ListRecord['objects'], changes: Partial<ListRecord> = {}): ListRecord => ({
  scope: {},
  version: { type: 'mostRecent' },
  revision,
  objects,
  began: 20,
  ended: 21,
  replica: 1,
  ...changes,
});
const four = { key: other, id: 'four', revision: 20 };
const get = (changes: Partial<GetRecord>): GetRecord => ({
  key,
  version: { type: 'mostRecent' },
  object: undefined,
  began: 20,
  ended: 21,
  replica: 1,
  ...changes,
});

const added: SeenEvent = { type: 'ADDED', key, id: 'one', revision: 10 };
const gone: SeenEvent = { type: 'DELETED', key, id: 'one', revision: 11 };
const again: SeenEvent = { type: 'ADDED', key, id: 'three', revision: 12 };
const deleted: SeenEvent = { type: 'DELETED', key, id: 'three', revision: 13 };
const last: SeenEvent = { type: 'ADDED', ...four };
const stream = (seen: StreamRecord['seen'], changes: Partial<StreamRecord> = {}): StreamRecord => ({
  replica: 0,
  scope: { label: X },
  from: 5,
  seen,
  ...changes,
});
const bookmark = (revision: number) => ({ type: 'BOOKMARK', revision }) as const;

const violations = (changes: Partial<History>): string[] =>
  violationsOf({ log, writes, lists: [], gets: [], streams: [], ...changes });

describe('the checker of histories', () => {
  const good: readonly (readonly [string, Partial<History>])[] = [
    ['writes alone', {}],
    ['a consistent list', { lists: [list(20, [four])] }],
    ['a consistent list at a later version of which the log has nothing', { lists: [list(25, [four])] }],
    [
      'an old list that may be old',
      { lists: [list(12, [{ key, id: 'three', revision: 12 }], { version: { type: 'atLeast', revision: 11 } })] },
    ],
    ['an exact list', { lists: [list(11, [], { version: { type: 'exact', revision: 11 }, scope: { label: X } })] }],
    ['a list that was under way with the write that it shows', { lists: [list(20, [four], { began: 8, ended: 10 })] }],
    ['gets', { gets: [get({}), get({ key: other, object: four }), get({ key: 'ns/never' })] }],
    [
      'an old get that may be old',
      { gets: [get({ object: { key, id: 'two', revision: 11 }, version: { type: 'atLeast', revision: 0 } })] },
    ],
    ['a whole stream', { streams: [stream([added, gone, again, deleted, last], { through: 20 })] }],
    ['a stream that broke off', { streams: [stream([added, gone]), stream([])] }],
    [
      'bookmarks',
      { streams: [stream([bookmark(9), added, bookmark(10), gone, again, deleted, bookmark(19), last, bookmark(99)])] },
    ],
    [
      'a write of unknown outcome that did not happen',
      { writes: [...writes, write(30, 'five', { state: object('five', 'x'), outcome: 'unknown' })] },
    ],
    [
      'a write of unknown outcome that did',
      { writes: writes.map((each): WriteRecord => ({ ...each, outcome: 'unknown' })) },
    ],
    [
      'an update, a patch and an apply over whichever version there is',
      {
        log: [...log, { revision: 21, key: other, state: { id: 'five', labels: { app: 'x' }, fields: { own: '1' } } }],
        writes: [
          write(1, 'one', { expected: undefined, effect: 'apply' }),
          write(3, 'two', { expected: undefined }),
          write(5, 'three', { expected: 11, effect: 'change' }),
          deletion,
          write(9, 'four'),
          write(30, 'five', {
            key: other,
            revision: 21,
            expected: undefined,
            effect: 'apply',
            state: { ...set('five'), fields: { own: '1' } },
          }),
        ],
      },
    ],
  ];
  for (const [name, history] of good) {
    it(`accepts ${name}`, () => assert.deepEqual(violations(history), []));
  }

  const without = (id: string): WriteRecord[] => writes.filter(({ state }) => state?.id !== id);
  const bad: readonly (readonly [string, Partial<History>, RegExp])[] = [
    ['a lost event', { streams: [stream([added, gone, deleted])] }, /brought DELETED ns\/a three at 13 before ADDED/],
    [
      'an event lost at the end',
      { streams: [stream([added, gone, again, deleted], { through: 20 })] },
      /never brought ADDED ns\/b four/,
    ],
    [
      'an event lost before a bookmark',
      { streams: [stream([added, bookmark(11)])] },
      /bookmark at 11 without having brought DELETED/,
    ],
    [
      'a bookmark that goes back',
      { streams: [stream([added, gone, bookmark(10)])] },
      /goes back from 11 to a bookmark at 10/,
    ],
    ['a repeated event', { streams: [stream([added, gone, gone])] }, /brought DELETED ns\/a one at 11 again/],
    ['events out of order', { streams: [stream([gone, added])] }, /brought DELETED ns\/a one at 11 before ADDED/],
    [
      'an event that never was',
      { streams: [stream([added, { ...gone, type: 'MODIFIED' }])] },
      /not of the model; DELETED .* was next/,
    ],
    ['a deletion that shows another state', { streams: [stream([added, { ...gone, id: 'two' }])] }, /not of the model/],
    ['an event from before the watch began', { streams: [stream([added], { from: 10 })] }, /not of the model/],
    [
      'an event of another scope',
      { streams: [stream([last], { scope: { namespace: 'elsewhere' } })] },
      /not of the model; nothing was next/,
    ],
    [
      'a stale consistent list',
      { lists: [list(12, [{ key, id: 'three', revision: 12 }])] },
      /is stale: it had to be as new as 20/,
    ],
    [
      'a stale consistent get',
      { gets: [get({ object: { key, id: 'three', revision: 12 } })] },
      /not of revisions 20 to Infinity/,
    ],
    ['a consistent get that misses an object', { gets: [get({ key: other })] }, /not of revisions 20/],
    [
      'a consistent get that finds what is gone, after a list that knew',
      {
        writes: writes.map((each): WriteRecord => ({ ...each, ended: 90 })),
        lists: [list(13, [], { began: 8, ended: 9, version: { type: 'atLeast', revision: 0 } })],
        gets: [get({ object: { key, id: 'three', revision: 12 } })],
      },
      /not of revisions 13/,
    ],
    [
      'a list older than it had to be',
      { lists: [list(10, [{ key, id: 'one', revision: 10 }], { version: { type: 'atLeast', revision: 11 } })] },
      /is stale/,
    ],
    [
      'an exact list of another version',
      { lists: [list(12, [{ key, id: 'three', revision: 12 }], { version: { type: 'exact', revision: 11 } })] },
      /later than 11/,
    ],
    [
      'a list that shows the future',
      { lists: [list(20, [four], { began: 6, ended: 8 })] },
      /shows what came later than 19/,
    ],
    ['a list that misses an object', { lists: [list(20, [])] }, /has nothing where the model has ns\/b four/],
    [
      'a list that holds what is gone',
      { lists: [list(20, [{ key, id: 'three', revision: 12 }, four])] },
      /has ns\/a three at 12 where the model has ns\/b/,
    ],
    ['a list that shows an old version', { lists: [list(20, [{ ...four, revision: 19 }])] }, /four at 19 where/],
    [
      'a lost write',
      { writes: [...writes, write(30, 'five', { state: object('five', 'x'), revision: 30 })] },
      /acknowledged write five .* is lost/,
    ],
    [
      'a lost deletion',
      { log: log.filter(({ revision }) => revision !== 13) },
      /acknowledged deletion of ns\/a over 12 .* is lost/,
    ],
    [
      'a write that was rejected and happened',
      { writes: [...without('four'), write(9, 'four', { outcome: 'rejected' })] },
      /rejected write four .* happened, at 20/,
    ],
    [
      'a write that happened twice',
      { log: [...log, { revision: 21, key: other, state: object('four', 'x') }] },
      /four .* happened 2 times/,
    ],
    ['a write without a client', { writes: without('four') }, /no client wrote four/],
    [
      'a deletion without a client',
      { writes: writes.filter((each) => each !== deletion) },
      /no client deleted ns\/a, at 13/,
    ],
    ['one deletion acknowledged to two', { writes: [...writes, { ...deletion, replica: 1 }] }, /acknowledged twice/],
    [
      'a deletion that was rejected and happened',
      { writes: [...writes.filter((each) => each !== deletion), { ...deletion, outcome: 'rejected' }] },
      /deleted at 13 by a rejected request/,
    ],
    [
      'a write over another version than it named',
      { writes: [...without('two'), write(3, 'two', { expected: 9 })] },
      /replaced revision 10/,
    ],
    [
      'a write acknowledged with another version',
      { writes: [...without('four'), write(9, 'four', { revision: 19 })] },
      /happened at 20/,
    ],
    [
      'a patch that lost what it was not about',
      { writes: [...without('two'), write(3, 'two', { expected: undefined, effect: 'change', state: set('two') })] },
      /made two .*"y".* of one .*, and not two .*"x"/,
    ],
    [
      'a patch that made an object',
      { writes: [...without('one'), write(1, 'one', { expected: undefined, effect: 'change' })] },
      /write one .* made an object where none was/,
    ],
    [
      'an update that made an object',
      { writes: [...without('one'), write(1, 'one', { expected: undefined })] },
      /write one .* over any at 10 .* made an object where none was/,
    ],
    [
      'an apply that removed a field of another manager',
      {
        log: [...log, { revision: 21, key: other, state: { id: 'five', labels: {}, fields: { own: '1' } } }],
        writes: [
          ...writes,
          write(30, 'five', { key: other, revision: 21, expected: undefined, effect: 'apply', state: set('five') }),
        ],
      },
      /write five .* made five .* of four /,
    ],
    [
      'a write without an answer that happened twice',
      {
        log: [...log, { revision: 21, key: other, state: object('four', 'x') }],
        writes: [...without('four'), write(9, 'four', { outcome: 'unknown', expected: undefined, effect: 'apply' })],
      },
      /four .* happened 2 times/,
    ],
    [
      'a write that began after others knew more',
      { writes: [...without('one'), write(30, 'one')] },
      /at 10 began only when 20 was known/,
    ],
  ];
  for (const [name, history, message] of bad) {
    it(`finds ${name}`, () => assert.match(violations(history).join('\n'), message));
  }
});

describe('the model of a watch', () => {
  it('adds objects that begin to match, and deletes those that no longer do with their last matching state', () => {
    const { eventsAfter } = createModel(log);
    assert.deepEqual([...eventsAfter(0, { label: X })], [added, gone, again, deleted, last]);
    assert.deepEqual([...eventsAfter(11, { namespace: 'ns', name: 'a' })], [{ ...again, type: 'MODIFIED' }, deleted]);
  });
});
