import assert from 'node:assert/strict';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import * as fc from 'fast-check';
import { missingRules } from './covers.js';

const rule = (verbs: string, groups: string, resources: string, names = ''): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: groups.split(' '),
  resources: resources.split(' '),
  ...(names !== '' && { resourceNames: names.split(' ') }),
});
const urls = (verbs: string, paths: string): PolicyRule => ({
  verbs: verbs.split(' '),
  nonResourceURLs: paths.split(' '),
});

describe('missing rules', () => {
  const cases: readonly (readonly [
    name: string,
    held: readonly PolicyRule[],
    wanted: readonly PolicyRule[],
    missing: readonly PolicyRule[],
  ])[] = [
    ['are none for no rules', [], [], []],
    ['are all if none is held', [], [rule('get list', 'apps', 'pods')], [rule('get list', 'apps', 'pods')]],
    ['are none for held rules', [rule('get', 'apps', 'pods')], [rule('get', 'apps', 'pods')], []],
    ['are the rest', [rule('get', 'apps', 'pods')], [rule('get list', 'apps', 'pods')], [rule('list', 'apps', 'pods')]],
    [
      'are none if several rules together cover them',
      [rule('get', 'apps', 'pods'), rule('list', 'apps', 'pods'), rule('get list', 'apps', 'nodes')],
      [rule('get list', 'apps', 'pods nodes')],
      [],
    ],
    ['are none for a holder of everything', [rule('*', '*', '*')], [rule('get *', 'a *', 'b/c *', 'x')], []],
    [
      'include a wildcard that only many rules cover',
      [rule('get list', 'apps', '*')],
      [rule('*', 'apps', 'a')],
      [rule('*', 'apps', 'a')],
    ],
    [
      'are none for a subresource of all resources',
      [rule('get', 'apps', '*/log')],
      [rule('get', 'apps', 'pods/log')],
      [],
    ],
    [
      'include the resource of a held subresource',
      [rule('get', 'apps', '*/log')],
      [rule('get', 'apps', 'pods')],
      [rule('get', 'apps', 'pods')],
    ],
    [
      'include a name that is not held',
      [rule('get', 'apps', 'pods', 'x')],
      [rule('get', 'apps', 'pods', 'x y')],
      [rule('get', 'apps', 'pods', 'y')],
    ],
    [
      'include all objects if some are held by name',
      [rule('get', 'apps', 'pods', 'x')],
      [rule('get', 'apps', 'pods')],
      [rule('get', 'apps', 'pods')],
    ],
    ['include no name if all objects are held', [rule('get', 'apps', 'pods')], [rule('get', 'apps', 'pods', 'x')], []],
    ['are none for a path below', [urls('get', '/a/*')], [urls('get', '/a/b /a/*')], []],
    ['include the path itself', [urls('get', '/a/*')], [urls('get post', '/a')], [urls('get post', '/a')]],
    ['include paths for a holder of resources', [rule('*', '*', '*')], [urls('get', '/a')], [urls('get', '/a')]],
  ];
  for (const [name, held, wanted, missing] of cases) {
    it(name, () => assert.deepEqual(missingRules(held, wanted), missing));
  }

  it('are computed at once for rules with a million million combinations', () => {
    const many = (text: string): string => Array.from({ length: 1000 }, (_, index) => `${text}${index}`).join(' ');
    const wide = rule(many('v'), many('g'), many('r'), many('n'));
    assert.deepEqual(missingRules([rule('*', '*', '*')], [wide]), []);
    assert.equal(missingRules([], [wide]).length, 100);
  });

  describe('are computed at once if the held rules distinguish many texts', () => {
    const texts = (count: number, text: string): string =>
      Array.from({ length: count }, (_, index) => `${text}${index}`).join(' ');
    const single = (index: number): PolicyRule => rule('get', `g${index}`, `r${index}`, `n${index}`);
    const singles = Array.from({ length: 1000 }, (_, index) => single(index));
    const wide = rule('get list', texts(1000, 'g'), texts(1000, 'r'), texts(1000, 'n'));

    it('and one of them covers everything', () => {
      assert.deepEqual(missingRules([...singles, rule('get list', '*', '*')], [wide]), []);
    });

    it('and only all of them do: combinations beyond the limit count as missing', () => {
      const halves = [rule('get', '*', '*'), rule('list', '*', '*')];
      assert.deepEqual(missingRules([...halves, ...singles], [rule('get list', 'g1 g2', 'r1 r2', 'n1 n2')]), []);
      assert.equal(missingRules([...halves, ...singles], [wide]).length, 100);
    });

    it('and many rules or long lists are requested', () => {
      const held = [...singles, rule('get', '*', '*')];
      const many = Array.from({ length: 10_000 }, (_, index) => rule('get', 'g1', `r${index}`));
      assert.deepEqual(missingRules(held, many), []);
      assert.deepEqual(missingRules(held, [rule('get', 'g1', texts(100_000, 'r'))]), []);
    });
  });

  it('agree with an evaluation of each combination', () => {
    const some = (...texts: string[]) => fc.subarray(texts, { minLength: 1 });
    const any: fc.Arbitrary<PolicyRule> = fc
      .record({
        verbs: some('get', 'list', '*'),
        apiGroups: some('', 'apps', '*'),
        resources: some('a', 'a/s', '*/s', '*'),
        resourceNames: fc.subarray(['x', 'y']),
      })
      .map((each) => ({ ...each }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), any, (held, wanted) => {
        const lacking = missingRules(held, [wanted]);
        const { resourceNames = [], apiGroups = [], resources = [] } = wanted;
        const covers = (verb: string, group: string, resource: string, name: string | undefined): boolean =>
          held.some(
            (each) =>
              [verb, '*'].some((text) => each.verbs.includes(text)) &&
              [group, '*'].some((text) => each.apiGroups?.includes(text)) &&
              [resource, '*', ...(resource.includes('/') ? [`*/${resource.split('/')[1] ?? ''}`] : [])].some((text) =>
                each.resources?.includes(text),
              ) &&
              ((each.resourceNames ?? []).length === 0 ||
                (name !== undefined && each.resourceNames?.includes(name) === true)),
          );
        for (const verb of wanted.verbs)
          for (const group of apiGroups)
            for (const resource of resources)
              for (const name of resourceNames.length === 0 ? [undefined] : resourceNames) {
                const isMissing = lacking.some(
                  (each) =>
                    each.verbs.includes(verb) &&
                    each.apiGroups?.[0] === group &&
                    each.resources?.[0] === resource &&
                    each.resourceNames?.[0] === name,
                );
                assert.equal(isMissing, !covers(verb, group, resource, name));
              }
      }),
    );
  });
});
