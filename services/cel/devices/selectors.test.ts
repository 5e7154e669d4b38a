import assert from 'node:assert/strict';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createSelectorCompiler } from './selectors.js';

const compile = createSelectorCompiler();
const DOMAIN = '["dra.example.com"]';

describe('the estimated cost of a selector of devices', () => {
  const costs: [expression: string, cost: number][] = [
    ['true', 0],
    ['device.attributes["no-such-domain"].noSuchAttr.isGreaterThan(quantity("0"))', 6],
    ['"dra.example.com" in device.attributes', 3],
    ['device.driver == ""', 2],
    ['device.driver == "dra.example.com"', 4],
    [`device.attributes${DOMAIN}.name`, 4],
    [`device.attributes${DOMAIN}["name"]`, 4],
    [`cel.bind(dra, device.attributes${DOMAIN}, dra.name)`, 15],
    [`device.attributes${DOMAIN}.name > 0`, 5],
    [`device.attributes${DOMAIN}.name == "fish"`, 5],
    [`device.attributes${DOMAIN}.name.isGreaterThan(semver("0.0.1"))`, 6],
    [`device.attributes${DOMAIN}.name.isGreaterThan(semver("v0.0.1", true)) && isSemver("v1.0.0", true)`, 7],
    [`device.capacity${DOMAIN}.name.isGreaterThan(quantity("1Ki"))`, 6],
    [`"name" in device.capacity${DOMAIN} && device.capacity${DOMAIN}.name.isGreaterThan(quantity("1Ki"))`, 10],
    [`!("name" in device.capacity${DOMAIN}) || device.capacity${DOMAIN}.name.isGreaterThan(quantity("1Ki"))`, 11],
  ];
  for (const [expression, cost] of costs) {
    it(`is ${cost} for ${expression}`, () =>
      assert.deepEqual(runWithoutYielding(compile(expression)), { problem: undefined, maxCost: cost }));
  }
});

describe('a selector of devices', () => {
  const wrong: [expression: string, problem: RegExp][] = [
    ['1', /^must evaluate to bool or the unknown type, not int$/],
    [
      'device.attributes',
      /^must evaluate to bool or the unknown type, not map\(string, map\(string, google\.protobuf\.Any\)\)$/,
    ],
    ['?!', /^compilation failed: ERROR: <input>:1:1: Syntax error: /],
    ['device.model == "x"', /undefined field 'model'/],
    ['self.driver == "x"', /undeclared reference to 'self'/],
    [
      `device.attributes${DOMAIN}.names.exists(name, name == "x")`,
      /expression of type 'any' cannot be range of a comprehension/,
    ],
    ['cel.bind(1, 2, true)', /cel\.bind\(\) variable names must be simple identifiers/],
  ];
  for (const [expression, problem] of wrong) {
    it(`is not ${expression}`, () => assert.match(runWithoutYielding(compile(expression)).problem ?? '', problem));
  }
});
