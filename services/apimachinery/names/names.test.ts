import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { configMapKey } from './config-key.js';
import { dns1035Label, dnsLabel, dnsSubdomain } from './dns.js';
import { generateName, generateNameProblems } from './generate-name.js';
import { pathSegmentName } from './path-segment.js';
import { labelValue, qualifiedName } from './qualified-name.js';

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const rules = {
  dnsLabel: { rule: dnsLabel, regex: LABEL, max: 63 },
  dnsSubdomain: { rule: dnsSubdomain, regex: String.raw`${LABEL}(\.${LABEL})*`, max: 253 },
  dns1035Label: { rule: dns1035Label, regex: '[a-z]([-a-z0-9]*[a-z0-9])?', max: 63 },
  labelValue: { rule: labelValue, regex: `(${PART})?`, max: 63 },
  configMapKey: { rule: configMapKey, regex: String.raw`(?!\.\.)(?!\.$)[-._a-zA-Z0-9]+`, max: 253 },
  qualifiedName: { rule: qualifiedName, regex: String.raw`(${LABEL}(\.${LABEL})*/)?${PART}`, max: 63 },
};

describe('names', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '-', '.', '_', '/', ' ', 'é', '\n'), maxLength: 9 });
  for (const [name, { rule, regex, max }] of Object.entries(rules)) {
    it(`${name} accepts what its regular expression accepts`, () => {
      const whole = new RegExp(`^(?:${regex})$`);
      const examples = [
        '',
        'a',
        '-',
        'a-',
        '-a',
        'a.b',
        'a..b',
        'a.-b',
        'a-.b',
        '.',
        '..',
        '..a',
        '1',
        'a/b',
        '/a',
        'a/',
        'a\n',
      ];
      fc.assert(
        fc.property(texts, (text) => assert.equal(rule(text).length === 0, whole.test(text), text)),
        { numRuns: 1000, examples: examples.map((example) => [example]) },
      );
    });

    it(`${name} is limited to ${max} bytes`, () => {
      assert.deepEqual(rule('a'.repeat(max)), []);
      assert.equal(rule('a'.repeat(max + 1)).length, 1);
      assert.match(rule('a'.repeat(max + 1)).join(''), new RegExp(`must be no more than ${max} (characters|bytes)$`));
      assert.equal(rule('é'.repeat(max - 1)).length, 2);
    });

    it(`${name} validates a megabyte in linear time`, () => {
      const started = performance.now();
      for (const part of ['a', 'a.', 'a-', '-', '.']) rule(`${part.repeat(1_000_000 / part.length)}!`);
      assert.ok(performance.now() - started < 5_000);
    });
  }

  const messages: [(text: string) => string[], string, string[]][] = [
    [dnsLabel, 'a.b', ['must not contain dots']],
    [
      dnsLabel,
      'A',
      [
        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      dnsSubdomain,
      'a..b',
      [
        String.raw`a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
    ],
    [
      dns1035Label,
      '1a',
      [
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      qualifiedName,
      '/',
      [
        'prefix part must be non-empty',
        'name part must be non-empty',
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      qualifiedName,
      'a/b/c',
      [
        "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [
      labelValue,
      'a b',
      [
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      ],
    ],
    [
      configMapKey,
      'a/b',
      [
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      ],
    ],
    [configMapKey, '.', ["must not be '.'"]],
    [configMapKey, '..', ["must not be '..'"]],
    [configMapKey, '..a', ["must not start with '..'"]],
    [configMapKey, '.a', []],
    [pathSegmentName, '.', ["may not be '.'"]],
    [pathSegmentName, '..', ["may not be '..'"]],
    [pathSegmentName, 'system:node:a b', []],
    [pathSegmentName, '%/', ["may not contain '/'", "may not contain '%'"]],
    [pathSegmentName, 'a\0', ['may not contain NUL']],
    [pathSegmentName, '\ud800', ['must be well-formed Unicode']],
    [pathSegmentName, 'é'.repeat(256), []],
    [pathSegmentName, 'é'.repeat(257), ['must be no more than 512 bytes']],
  ];
  for (const [rule, text, problems] of messages) {
    it(`${rule.name} reports ${JSON.stringify(text).slice(0, 40)} as Kubernetes does`, () =>
      assert.deepEqual(rule(text), problems));
  }

  it('qualifiedName limits prefix and name separately', () => {
    assert.deepEqual(qualifiedName(`${'a'.repeat(253)}/${'b'.repeat(63)}`), []);
    assert.equal(qualifiedName(`${'a'.repeat(254)}/${'b'.repeat(64)}`).length, 2);
  });
});

describe('generateName', () => {
  it('truncates the prefix to 58 characters and appends five without vowels', () => {
    assert.equal(
      generateName('web-', () => 0),
      'web-bbbbb',
    );
    assert.equal(
      generateName('x'.repeat(70), (n) => n - 1),
      `${'x'.repeat(58)}99999`,
    );
    const digits = [0, 1, 2, 3, 4];
    assert.equal(
      generateName('', () => digits.shift() ?? 0),
      'bcdfg',
    );
  });

  it('generates a valid name from every valid prefix', () => {
    const prefixes = fc.string({ unit: fc.constantFrom('a', '1', '-'), maxLength: 70 });
    fc.assert(
      fc.property(prefixes, fc.nat({ max: 26 }), (prefix, digit) => {
        fc.pre(prefix.length <= 58 && generateNameProblems(prefix, dnsLabel).length === 0 && !prefix.endsWith('--'));
        assert.deepEqual(dnsLabel(generateName(prefix, () => digit)), []);
      }),
    );
  });

  it('allows a trailing dash in the prefix', () => {
    assert.deepEqual(generateNameProblems('web-', dnsLabel), []);
    assert.equal(generateNameProblems('-', dnsLabel).length, 1);
    assert.equal(generateNameProblems('-web', dnsLabel).length, 1);
  });
});
