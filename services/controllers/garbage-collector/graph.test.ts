import assert from 'node:assert/strict';
import { createGraph, type Graph } from './graph.js';
import { FOREGROUND, ORPHAN } from './object.js';
import { blocking, DELETED, owner, thing, things } from './world.test.helper.js';

const a = owner('a');
const terminating = (finalizer: string) => thing('a', [], { deletionTimestamp: DELETED, finalizers: [finalizer] });

interface Case {
  readonly name: string;
  readonly before: (graph: Graph) => void;
  readonly change: (graph: Graph) => void;
  /** The work that the change queues. */
  readonly asks: readonly string[];
  /** Remaining uids; virtual nodes in brackets. */
  readonly nodes: string;
}

const cases: readonly Case[] = [
  {
    name: 'checks an unknown owner',
    before: () => {},
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['check a'],
    nodes: 'b (a)',
  },
  {
    name: 'queues nothing for a repeated observation',
    before: (graph) => graph.observe(thing('b', [a])),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: [],
    nodes: 'b (a)',
  },
  {
    name: 'removes a virtual owner with its last dependent',
    before: (graph) => graph.observe(thing('b', [a])),
    change: (graph) => graph.remove('b'),
    asks: [],
    nodes: '',
  },
  {
    name: 'checks the dependents of a deleted object, and keeps it as a virtual node',
    before: (graph) => [thing('a'), thing('b', [a]), thing('c', [a])].forEach(graph.observe),
    change: (graph) => graph.remove('a'),
    asks: ['deleted a', 'check b', 'check c'],
    nodes: '(a) b c',
  },
  {
    name: 'does not treat untracked objects as deleted',
    before: (graph) => [thing('a'), thing('b', [a])].forEach(graph.observe),
    change: (graph) => graph.lose('a', things),
    asks: ['check a'],
    nodes: '(a) b',
  },
  {
    name: 'checks a waiting owner when a dependent stops blocking',
    before: (graph) => [terminating(FOREGROUND), thing('b', [owner('a', blocking)])].forEach(graph.observe),
    change: (graph) => graph.observe(thing('b', [a], { resourceVersion: '2' })),
    asks: ['check a'],
    nodes: 'a b',
  },
  {
    name: 'checks a new dependent of a waiting owner',
    before: (graph) => graph.observe(terminating(FOREGROUND)),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['check b'],
    nodes: 'a b',
  },
  {
    name: 'queues an orphaning owner again for a new dependent',
    before: (graph) => graph.observe(terminating(ORPHAN)),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['orphan a'],
    nodes: 'a b',
  },
];

describe('createGraph', () => {
  for (const { name, before, change, asks, nodes } of cases) {
    it(name, () => {
      const asked: string[] = [];
      const graph = createGraph({
        check: (uid) => asked.push(`check ${uid}`),
        orphan: (uid) => asked.push(`orphan ${uid}`),
        deleted: ({ metadata: { uid = '' } }) => asked.push(`deleted ${uid}`),
        misplaced: () => asked.push('misplaced'),
      });
      before(graph);
      asked.length = 0;
      change(graph);
      assert.deepEqual(asked, asks);
      const left = [...graph.nodes()].map(({ uid, object }) => (object === undefined ? `(${uid})` : uid));
      assert.equal(left.join(' '), nodes);
    });
  }
});
