import assert from 'node:assert/strict';
import type { Resource } from '../api/discovery.js';
import { descendantsOf, familyOf, rootsOf, type Member } from './family.js';

const RESOURCE: Resource = {
  group: '',
  version: 'v1',
  name: 'things',
  kind: 'Thing',
  namespaced: true,
  verbs: new Set(),
  shortNames: [],
  subresources: [],
};

const member = (uid: string, ...owners: readonly string[]): Member => ({
  resource: RESOURCE,
  meta: {
    name: uid,
    uid,
    ownerReferences: owners.map((owner) => ({ apiVersion: 'v1', kind: 'Thing', name: owner, uid: owner })),
  },
});
const uids = (members: readonly Member[]): unknown[] => members.map(({ meta }) => meta.uid ?? '').sort();

describe('the family of an object', () => {
  it('has its topmost owners, and everything below', () => {
    const family = familyOf([
      member('a'),
      member('b', 'a'),
      member('c', 'b', 'x'),
      member('d', 'b'),
      member('e', 'gone'),
    ]);
    assert.deepEqual(rootsOf(family, 'c'), ['a']);
    assert.deepEqual(rootsOf(family, 'e'), ['e']);
    assert.deepEqual(uids(descendantsOf(family, 'a')), ['b', 'c', 'd']);
    assert.deepEqual(uids(descendantsOf(family, 'd')), []);
  });

  it('ends for objects that own each other', () => {
    const family = familyOf([member('a', 'b'), member('b', 'a')]);
    assert.deepEqual(rootsOf(family, 'a'), ['a']);
    assert.deepEqual(uids(descendantsOf(family, 'a')), ['b']);
  });
});
