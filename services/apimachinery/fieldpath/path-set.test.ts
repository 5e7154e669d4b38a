import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fieldElement, indexElement, readElement, valueElement, type PathElement } from './element.js';
import { readFieldsV1, writeFieldsV1 } from './fields-v1.js';
import {
  difference,
  EMPTY,
  equalSets,
  fieldPaths,
  intersection,
  isEmpty,
  LEAF,
  leaves,
  pathSet,
  pathTexts,
  recursiveDifference,
  sharing,
  union,
  type PathSet,
} from './path-set.js';

const element: fc.Arbitrary<PathElement> = fc.constantFrom(
  ...['a', 'b', 'ä', '.', ''].map(fieldElement),
  ...['a', 1, true].map(valueElement),
  'k:{"name":"a"}',
  'k:{"name":"a","port":80}',
  indexElement(0),
);
const path = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });

function setOf(list: readonly (readonly PathElement[])[]): PathSet {
  return list
    .map((each) => each.reduceRight((below, step) => pathSet(false, new Map([[step, below]])), LEAF))
    .reduce(union, EMPTY);
}

/** A naive reference implementation: a set of path texts. */
function naive(list: readonly (readonly PathElement[])[]): Set<string> {
  return new Set(list.map((each) => each.join('\n')));
}

function paired(set: PathSet, prefix: readonly PathElement[] = []): PathElement[][] {
  return [...set.children].flatMap(([step, child]) => {
    const here = [...prefix, step];
    return [...(child.owned ? [here] : []), ...paired(child, here)];
  });
}

function assertSet(actual: PathSet, expected: Iterable<string>): void {
  assert.deepEqual([...naive(paired(actual))].sort(), [...expected].sort());
  assertNoEmptyNodes(actual);
}

function assertNoEmptyNodes(set: PathSet): void {
  for (const child of set.children.values()) {
    assert.ok(!isEmpty(child));
    assertNoEmptyNodes(child);
  }
}

describe('path sets', () => {
  const both = (check: (a: PathElement[][], b: PathElement[][]) => void): void =>
    fc.assert(fc.property(paths, paths, check), { numRuns: 300 });

  it('hold the inserted paths', () => both((a) => assertSet(setOf(a), naive(a))));

  it('compute unions', () => both((a, b) => assertSet(union(setOf(a), setOf(b)), naive([...a, ...b]))));

  it('compute intersections', () =>
    both((a, b) =>
      assertSet(
        intersection(setOf(a), setOf(b)),
        [...naive(a)].filter((each) => naive(b).has(each)),
      ),
    ));

  it('subtract path by path', () =>
    both((a, b) =>
      assertSet(
        difference(setOf(a), setOf(b)),
        [...naive(a)].filter((each) => !naive(b).has(each)),
      ),
    ));

  it('subtract recursively', () =>
    both((a, b) => {
      const isGone = (each: string): boolean =>
        [...naive(b)].some((other) => each === other || each.startsWith(`${other}\n`));
      assertSet(
        recursiveDifference(setOf(a), setOf(b)),
        [...naive(a)].filter((each) => !isGone(each)),
      );
    }));

  it('list leaves', () => {
    both((a) => {
      const hasBelow = (each: string): boolean => [...naive(a)].some((other) => other.startsWith(`${each}\n`));
      assertSet(
        leaves(setOf(a)),
        [...naive(a)].filter((each) => !hasBelow(each)),
      );
    });
  });

  it('satisfy the laws of sets', () => {
    fc.assert(
      fc.property(paths.map(setOf), paths.map(setOf), paths.map(setOf), (a, b, c) => {
        assert.ok(equalSets(union(a, b), union(b, a)));
        assert.ok(equalSets(union(union(a, b), c), union(a, union(b, c))));
        assert.ok(equalSets(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c))));
        assert.ok(equalSets(difference(a, difference(a, b)), intersection(a, b)));
        assert.ok(isEmpty(difference(a, a)));
        assert.equal(union(a, EMPTY), a);
        assert.equal(equalSets(a, b), pathTexts(a).join() === pathTexts(b).join());
      }),
      { numRuns: 300 },
    );
  });

  it('keep their value when they share structure', () => {
    both((a, b) => {
      assertSet(sharing(setOf(a), setOf(b)), naive(a));
      const other = setOf(a);
      assert.equal(sharing(setOf(a), other), other);
      const more = [...a, ...a.filter((path) => path.length > 1).map((path) => path.slice(0, -1))];
      assertSet(sharing(setOf(more), other), naive(more));
      assertSet(sharing(other, setOf(more)), naive(a));
    });
  });

  it('round-trip through FieldsV1', () => {
    both((a) => assert.ok(equalSets(readFieldsV1(writeFieldsV1(setOf(a))), setOf(a))));
  });

  it('are built from field names', () => {
    const set = fieldPaths([['metadata', 'name'], ['metadata'], ['status']]);
    assert.deepEqual(pathTexts(set), ['.metadata', '.status', '.metadata.name']);
  });

  it('normalise each element', () => {
    assert.equal(readElement('k:{"b":1,"a":"x"}', []), 'k:{"a":"x","b":1}');
    assert.equal(readElement('k:{"b":1.0, "a":"\\u003c"}', []), readElement('k:{"a":"<","b":1}', []));
  });
});
