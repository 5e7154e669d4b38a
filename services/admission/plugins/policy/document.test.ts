import assert from 'node:assert/strict';
import { readPolicy } from './document.js';

const VALID = `
version: 1
rules:
  - name: no-latest
    match: { operations: [CREATE, UPDATE], apiGroups: [''], resources: [pods] }
    variables:
      - { name: images, expression: 'object.spec.containers.map(c, c.image)' }
    expression: variables.images.all(i, !i.endsWith(':latest'))
    message: images need a tag
    action: warn
    failurePolicy: Ignore
`;

/** The errors of the valid file after one replacement. */
function faults(from: string, to: string): readonly string[] {
  const text = VALID.replace(from, to);
  assert.notEqual(text, VALID);
  try {
    readPolicy(text, 'policy.yaml');
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

const at = (field: string): string => `policy.yaml: rules[0].${field}`;

describe('a policy file', () => {
  it('is YAML', () => assert.equal(readPolicy(VALID, 'policy.yaml').rules[0]?.name, 'no-latest'));

  const table: readonly (readonly [string, string, string, string])[] = [
    ['an unknown field', 'message:', 'mesage:', `${at('mesage')}: Unknown field`],
    ['a repeated field', 'action: warn', 'action: warn\n    action: deny', `${at('action')}: Duplicate field`],
    ['another version', 'version: 1', 'version: 2', 'policy.yaml: version: Invalid value: 2'],
    ['an unknown action', 'warn', 'shout', `${at('action')}: Unsupported value: "shout"`],
    ['an unknown operation', 'CREATE', 'READ', `${at('match.operations[0]')}: Unsupported value: "READ"`],
    ['an empty match', '[pods]', '[]', `${at('match.resources')}: Required value`],
    ['a missing expression', 'expression: variables', 'x: variables', `${at('expression')}: Required value`],
    ['an invalid name', 'name: no-latest', 'name: no latest', `${at('name')}: Invalid value: "no latest"`],
    ['a number as message', 'images need a tag', '7', `${at('message')}: json: cannot unmarshal number`],
    [
      'an invalid selector',
      '[pods] }',
      '[pods], objectSelector: { matchLabels: { "a b": c } } }',
      `${at('match.objectSelector.matchLabels')}: Invalid value: "a b"`,
    ],
    [
      'a syntax error',
      "':latest'))",
      "':latest')",
      `${at('expression')}: Invalid value: "variables.images.all(i, !i.endsWith(':latest')": line 1, column`,
    ],
    [
      'an unknown name',
      'variables.images',
      'objekt.images',
      `${at('expression')}: Invalid value: "objekt.images.all(i, !i.endsWith(':latest'))": line 1, column 1: there is no objekt`,
    ],
    [
      'an unknown variable',
      'variables.images',
      'variables.imges',
      `${at('expression')}: Invalid value: "variables.imges.all(i, !i.endsWith(':latest'))": line 1, column 10: there is no variables.imges`,
    ],
    ['an unknown function', 'i.endsWith', 'i.endWith', 'there is no function endWith'],
    ['mismatched types', ":latest'))", ":latest')) && 1 == 'a'", "found no matching overload for '_==_'"],
    [
      'a value that is not a boolean',
      "variables.images.all(i, !i.endsWith(':latest'))",
      'variables.images',
      'must evaluate to bool but got list(dyn)',
    ],
    ['an invalid pattern', "endsWith(':latest')", "matches('(')", 'missing closing ): `(`'],
    ['a loop variable outside of its loop', ":latest'))", ":latest')) && i", 'there is no i'],
    ['an unknown field of the request', 'variables.images', 'request.user', 'there is no request.user'],
    ['a message type', 'variables.images', 'foo.Bar{}', 'there is no type foo.Bar'],
    [
      'an invalid expression of a variable',
      'c.image)',
      'd.image)',
      `${at('variables[0].expression')}: Invalid value: "object.spec.containers.map(c, d.image)": line 1, column 31: there is no d`,
    ],
    [
      'an invalid name of a variable',
      'name: images',
      'name: my-images',
      `${at('variables[0].name')}: Invalid value: "my-images"`,
    ],
  ];
  for (const [what, from, to, expected] of table) {
    it(`rejects ${what}`, () => {
      const found = faults(from, to);
      assert.ok(
        found.some((fault) => fault.includes(expected)),
        found.join('\n'),
      );
    });
  }

  it('rejects two rules with the same name', () => {
    const rules = VALID.slice(VALID.indexOf('  - name'));
    assert.deepEqual(faults(rules, rules + rules), ['policy.yaml: rules[1].name: Duplicate value: "no-latest"']);
  });
});
