import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { GROUP } from './devices.js';
import { attempts } from './objects.js';
import { create, patch } from './steps.js';

const CLASSES = `${GROUP}/deviceclasses`;
const CLASS: JsonObject = { metadata: { name: '<ns>-x' } };
const A = 'device.attributes["a.example.com"]';
const nested = (count: number): string =>
  Array.from({ length: count }, (_, index) => `device.attributes.all(k${index}, `).join('') +
  'true' +
  ')'.repeat(count);

const EXPRESSIONS = [
  '',
  ' ',
  'true',
  '1',
  'device',
  'device.attributes',
  'device.capacity["a"]["b"]',
  `${A}.x`,
  `${A}.x == null`,
  `[${A}.x]`,
  `{"a": ${A}.x}`,
  `dyn(${A}.x)`,
  `type(${A}.x) == string`,
  `has(${A}.x) && ${A}.x`,
  `${A}.?x.orValue(false)`,
  `${A}[?"x"].hasValue()`,
  `${A}.x.y.z`,
  `${A}.x[0]`,
  `${A}.x()`,
  `${A}.x.includes("y")`,
  `${A}.x.exists(y, y == 1)`,
  `${A}.x.map(y, y).size() == 1`,
  `${A}.exists(y, y == "x")`,
  `${A}.all(k, v, v > 1)`,
  `"%s".format([${A}.x]) == "y"`,
  'device.model',
  'device.driver.x',
  'device.allowMultipleAllocations',
  'device.allowMultipleAllocations == "x"',
  'self.x',
  'oldSelf == self',
  'device.driver == ',
  'device.driver == "a" &&\n device.x == "é" && 1',
  `cel.bind(dra, ${A}, dra.x && dra.y)`,
  `cel.bind(1, 2, true)`,
  'cel.bind(a, 1)',
  'cel.bind(a, 1, a)',
  'device.capacity["a"].b.isGreaterThan(quantity("1Ki"))',
  'device.capacity["a"].b > quantity("1Ki")',
  'device.capacity["a"].b == quantity("1Ki")',
  `${A}.x.isGreaterThan(semver("1.2.3"))`,
  `${A}.x.matches("[a")`,
  `device.driver.matches("a{1001}")`,
  `device.driver.find("a+") == ""`,
  ...[2, 3, 4, 5].map(nested),
  `${A}.x + 1`,
  `${A}.x ? 1 : true`,
  `${A}.x in ["a", 1]`,
  'url("https://a").getHost() == device.driver',
];

/** Expressions of selectors of devices, and changes of what is selected. */
export const selectorsOfDevices: readonly Case[] = [
  {
    name: 'selectors of devices',
    steps: [
      ...attempts(
        CLASSES,
        CLASS,
        EXPRESSIONS.map((expression) => ({ 'spec.selectors': [{ cel: { expression } }] })),
      ),
      ...attempts(`${GROUP}/namespaces/<ns>/resourceclaims`, { metadata: { name: 'c' } }, [
        {
          'spec.devices.requests': [
            { name: 'a', exactly: { deviceClassName: 'c', selectors: [{ cel: { expression: '1' } }] } },
            {
              name: 'b',
              firstAvailable: [{ name: 'c', deviceClassName: 'c', selectors: [{ cel: { expression: 'x' } }] }],
            },
          ],
        },
      ]),
      create(CLASSES, { metadata: { name: '<ns>' }, spec: { selectors: [{ cel: { expression: 'true' } }] } }),
      patch(
        `${CLASSES}/<ns>`,
        'merge',
        { spec: { selectors: [{ cel: { expression: '1' } }, { cel: { expression: '1' } }] } },
        { only: ['message', 'details'] },
      ),
      { method: 'DELETE', path: `${CLASSES}/<ns>`, only: ['message'] },
    ],
  },
];
