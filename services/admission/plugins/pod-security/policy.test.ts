import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { readConfiguration } from '../../plugin-configuration.js';
import { defaultPolicy, POD_SECURITY_CONFIGURATION } from './configuration.js';
import { levelVersionText } from './level.js';
import { labelsIn, MODES, policyOf, type Policy } from './policy.js';

const domain = createDomain();
const text = (policy: Policy) => MODES.map((mode) => levelVersionText(policy[mode])).join(' ');

const PREFIX = 'pod-security.kubernetes.io/';
/** The policy of a namespace whose labels have these keys after the prefix: enforce, audit and warn. */
function policyText(
  labels: Readonly<Record<string, string>>,
  defaults: JsonObject = {},
): [policy: string, ...errors: string[]] {
  const full = Object.fromEntries(Object.entries(labels).map(([key, value]) => [PREFIX + key, value]));
  const { policy, errors } = policyOf(full, { keys: labelsIn(domain), defaults: defaultPolicy({ defaults }) });
  return [text(policy), ...errors.map(fieldErrorText)];
}

describe('the labels of a namespace', () => {
  const level = (key: string, value: string) =>
    `metadata.labels[${PREFIX}${key}]: Invalid value: "${value}": must be one of privileged, baseline, restricted`;
  const version = (key: string, value: string) =>
    `metadata.labels[${PREFIX}${key}]: Invalid value: "${value}": must be "latest" or "v1.x"`;
  const DEFAULTS = { enforce: 'baseline', 'enforce-version': 'v1.20', warn: 'restricted', 'warn-version': 'v1.30' };
  const cases: readonly (readonly [
    what: string,
    labels: Record<string, string>,
    expected: string[],
    defaults?: JsonObject,
  ])[] = [
    ['none', {}, ['privileged:latest privileged:latest privileged:latest']],
    ['none, with defaults', {}, ['baseline:v1.20 privileged:latest restricted:v1.30'], DEFAULTS],
    ['enforce also warns', { enforce: 'baseline' }, ['baseline:latest privileged:latest baseline:latest']],
    [
      'the version of enforce is that of warnings',
      { enforce: 'restricted', 'enforce-version': 'v1.5' },
      ['restricted:v1.5 privileged:latest restricted:v1.5'],
    ],
    [
      'warnings keep their own version',
      { enforce: 'restricted', 'enforce-version': 'v1.5', 'warn-version': 'v1.7' },
      ['restricted:v1.5 privileged:latest restricted:v1.7'],
    ],
    [
      'warnings keep their own level',
      { enforce: 'restricted', warn: 'privileged' },
      ['restricted:latest privileged:latest privileged:latest'],
    ],
    [
      'a default that warns more stays',
      { enforce: 'baseline' },
      ['baseline:v1.20 privileged:latest restricted:v1.30'],
      DEFAULTS,
    ],
    [
      'every mode',
      {
        enforce: 'privileged',
        audit: 'restricted',
        'audit-version': 'v1.0',
        warn: 'baseline',
        'warn-version': 'latest',
      },
      ['privileged:latest restricted:v1.0 baseline:latest'],
    ],
    [
      'invalid levels enforce the most, and warn and audit nothing',
      { enforce: 'x', audit: '', warn: 'Baseline' },
      [
        'restricted:latest privileged:latest privileged:latest',
        level('enforce', 'x'),
        level('audit', ''),
        level('warn', 'Baseline'),
      ],
    ],
    [
      'invalid versions are the latest',
      { enforce: 'baseline', 'enforce-version': 'v1.01', 'audit-version': 'v2.0', 'warn-version': '1.2' },
      [
        'baseline:latest privileged:latest baseline:latest',
        version('enforce-version', 'v1.01'),
        version('audit-version', 'v2.0'),
        version('warn-version', '1.2'),
      ],
    ],
    [
      'versions of the future',
      { enforce: 'baseline', 'enforce-version': 'v1.9223372036854775807' },
      ['baseline:v1.9223372036854775807 privileged:latest baseline:v1.9223372036854775807'],
    ],
    [
      'versions beyond 64 bits',
      { enforce: 'privileged', 'enforce-version': 'v1.9223372036854775808' },
      ['privileged:latest privileged:latest privileged:latest', version('enforce-version', 'v1.9223372036854775808')],
    ],
  ];
  for (const [what, labels, expected, defaults] of cases) {
    it(what, () => assert.deepEqual(policyText(labels, defaults), expected));
  }

  it('follow the API domain', () => {
    const keys = labelsIn(createDomain({ apiDomain: 'example.org' }));
    assert.deepEqual(keys.warn, {
      level: 'pod-security.example.org/warn',
      version: 'pod-security.example.org/warn-version',
    });
  });
});

describe('a PodSecurityConfiguration', () => {
  const HEAD = { apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration' };
  const read = (fields: object) =>
    readConfiguration(POD_SECURITY_CONFIGURATION, { value: { ...HEAD, ...fields }, source: 'f' }, domain);

  it('has defaults and exemptions', () => {
    const exemptions = { usernames: ['u'], namespaces: ['n'], runtimeClasses: ['r.c'] };
    const read1 = read({ defaults: { enforce: 'baseline', 'audit-version': 'v1.3' }, exemptions });
    assert.equal(text(defaultPolicy(read1)), 'baseline:latest privileged:v1.3 privileged:latest');
    assert.deepEqual(JSON.parse(JSON.stringify(read1.exemptions)), exemptions);
    assert.equal(text(defaultPolicy(read({}))), 'privileged:latest privileged:latest privileged:latest');
  });

  const cases: readonly (readonly [fields: object, ...errors: (string | RegExp)[]])[] = [
    [
      { kind: 'Other' },
      'f: must have the kind PodSecurityConfiguration and the apiVersion pod-security.admission.config.k8s.io/v1 or',
    ],
    [{ apiVersion: 'v1' }, 'f: must have the kind PodSecurityConfiguration'],
    [{ default: {} }, 'f: default: Unknown field'],
    [{ defaults: { enforced: 'x' } }, 'f: defaults.enforced: Unknown field'],
    [
      { defaults: { enforce: 'x', 'enforce-version': 'y', warn: 'z', 'audit-version': 'w' } },
      'f: defaults.enforce: Invalid value: "x": must be one of privileged, baseline, restricted',
      'f: defaults.enforce-version: Invalid value: "y": must be "latest" or "v1.x"',
      'f: defaults.audit-version: Invalid value: "w": must be "latest" or "v1.x"',
      'f: defaults.warn: Invalid value: "z": must be one of privileged, baseline, restricted',
    ],
    [
      { exemptions: { namespaces: ['a', 'A', 'a'], runtimeClasses: ['_'], usernames: ['', 'u', 'u'] } },
      'f: exemptions.namespaces[1]: Invalid value: "A": a lowercase RFC 1123 label must consist',
      'f: exemptions.namespaces[2]: Duplicate value: "a"',
      'f: exemptions.runtimeClasses[0]: Invalid value: "_": a lowercase RFC 1123 subdomain',
      'f: exemptions.usernames[0]: Invalid value: "": username must not be empty',
      'f: exemptions.usernames[2]: Duplicate value: "u"',
    ],
  ];
  for (const [fields, ...expected] of cases) {
    it(`is refused: ${JSON.stringify(fields)}`, () => {
      assert.throws(
        () => read(fields),
        ({ message }: Error) => {
          const lines = message.split('\n');
          assert.equal(lines.length, expected.length, message);
          for (const [index, start] of expected.entries()) assert.ok(lines[index]?.startsWith(String(start)), message);
          return true;
        },
      );
    });
  }
});
