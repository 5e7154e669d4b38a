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
  /** What the change asks for. */
  readonly asks: readonly string[];
  /** Uids that are left; those of virtual nodes in brackets. */
  readonly nodes: string;
}

const cases: readonly Case[] = [
  {
    name: 'asks for an owner that is not there',
    before: () => {},
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['check a'],
    nodes: 'b (a)',
  },
  {
    name: 'asks for nothing when it is told the same again',
    before: (graph) => graph.observe(thing('b', [a])),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: [],
    nodes: 'b (a)',
  },
  {
    name: 'forgets an owner that was never seen with its last dependent',
    before: (graph) => graph.observe(thing('b', [a])),
    change: (graph) => graph.remove('b'),
    asks: [],
    nodes: '',
  },
  {
    name: 'asks for the dependents of what is gone, which stays while they name it',
    before: (graph) => [thing('a'), thing('b', [a]), thing('c', [a])].forEach(graph.observe),
    change: (graph) => graph.remove('a'),
    asks: ['gone a', 'check b', 'check c'],
    nodes: '(a) b c',
  },
  {
    name: 'does not take what can no longer be seen for gone',
    before: (graph) => [thing('a'), thing('b', [a])].forEach(graph.observe),
    change: (graph) => graph.lose('a', things),
    asks: ['check a'],
    nodes: '(a) b',
  },
  {
    name: 'asks for a waiting owner when a dependent stops to block it',
    before: (graph) => [terminating(FOREGROUND), thing('b', [owner('a', blocking)])].forEach(graph.observe),
    change: (graph) => graph.observe(thing('b', [a], { resourceVersion: '2' })),
    asks: ['check a'],
    nodes: 'a b',
  },
  {
    name: 'asks for a dependent that comes when its owner waits for dependents',
    before: (graph) => graph.observe(terminating(FOREGROUND)),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['check b'],
    nodes: 'a b',
  },
  {
    name: 'asks for an owner again whose dependents are to be freed when another one comes',
    before: (graph) => graph.observe(terminating(ORPHAN)),
    change: (graph) => graph.observe(thing('b', [a])),
    asks: ['orphan a'],
    nodes: 'a b',
  },
];

describe('the graph of owners', () => {
  for (const { name, before, change, asks, nodes } of cases) {
    it(name, () => {
      const asked: string[] = [];
      const graph = createGraph({
        check: (uid) => asked.push(`check ${uid}`),
        orphan: (uid) => asked.push(`orphan ${uid}`),
        gone: ({ metadata: { uid = '' } }) => asked.push(`gone ${uid}`),
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
