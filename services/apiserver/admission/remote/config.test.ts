import assert from 'node:assert/strict';
import { parseConfig } from './config.js';

const a = { name: 'grpcs://a:1', isSecure: true, addresses: [{ host: 'a', port: 1 }] };
const usual = { target: a, name: 'grpcs://a:1', tls: {}, failurePolicy: 'Fail', timeout: 10_000 };

const one = (rest = ''): string => `services:\n- addresses: ["grpcs://a:1"]\n${rest.replaceAll(/^(?=.)/gm, '  ')}`;

const good: readonly (readonly [name: string, text: string, expected: object])[] = [
  ['a minimal service', one(), usual],
  ['JSON', '{"services":[{"addresses":["grpcs://a:1"]}]}', usual],
  [
    'everything',
    one(`name: policies
caFile: ca.pem
certFile: tls.crt
keyFile: tls.key
serverName: s
failurePolicy: Ignore
timeout: 1.5s
plugins: [p, q]
excludedNamespaces: [kube-system]
rules:
- operations: [CREATE, UPDATE]
  apiGroups: [""]
  apiVersions: [v1]
  resources: [pods/*]
  scope: Namespaced
- {}`),
    {
      target: a,
      name: 'policies',
      tls: { caFile: 'ca.pem', certFile: 'tls.crt', keyFile: 'tls.key', serverName: 's' },
      failurePolicy: 'Ignore',
      timeout: 1500,
      plugins: ['p', 'q'],
      excludedNamespaces: ['kube-system'],
      rules: [
        {
          operations: ['CREATE', 'UPDATE'],
          groups: [''],
          versions: ['v1'],
          resources: ['pods/*'],
          scope: 'Namespaced',
        },
        { operations: ['*'], groups: ['*'], versions: ['*'], resources: ['*/*'] },
      ],
    },
  ],
  ['seconds', one('timeout: 30'), { ...usual, timeout: 30_000 }],
  [
    'replicas',
    'services: [{addresses: ["grpc://a:1", "b:2"]}]',
    {
      ...usual,
      name: 'grpc://a:1',
      target: {
        name: 'grpc://a:1',
        isSecure: false,
        addresses: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
      },
    },
  ],
];

const bad: readonly (readonly [text: string, problem: RegExp])[] = [
  ['', /^the file: must be a mapping$/],
  ['services: []', /^services: must be a non-empty list$/],
  ['plugins: []', /^plugins: unknown field$/],
  ['services: [1]', /^services\[0\]: must be a mapping$/],
  ['services: [{}]', /^services\[0\]\.addresses: must be a non-empty list/],
  ['services: [{addresses: [1]}]', /^services\[0\]\.addresses\[0\]: must be a string$/],
  ['services: [{addresses: ["a:1"]}]', /^services\[0\]\.addresses: "a:1" must begin with/],
  ['services: [{addresses: ["grpc://a:1", "grpc://b:1"]}]', /must name one service/],
  [`${one()}\n- addresses: ["grpcs://a:1"]`, /^services: duplicate name "grpcs:\/\/a:1"$/],
  [one('failurepolicy: Ignore'), /^services\[0\]\.failurepolicy: unknown field$/],
  [one('failurePolicy: ignore'), /^services\[0\]\.failurePolicy: "ignore" is neither Fail nor Ignore$/],
  [one('timeout: 31s'), /^services\[0\]\.timeout: must be a duration of up to 30s$/],
  [one('timeout: 0'), /timeout: must be/],
  [one('timeout: [1]'), /timeout: must be/],
  [one('certFile: c'), /^services\[0\]: certFile and keyFile must be set together$/],
  ['services: [{addresses: ["grpc://a:1"], caFile: c}]', /^services\[0\]: TLS files require grpcs:\/\/$/],
  [one('timeout: 1s\ntimeout: 2s'), /timeout: duplicate key$/],
  [one('plugins: []'), /^services\[0\]\.plugins: must be a non-empty list$/],
  [one('rules: [{operations: [create]}]'), /^services\[0\]\.rules\[0\]\.operations: "create" is none of CREATE, /],
  ['limitedResources: []', /^limitedResources: must be a non-empty list$/],
  ['limitedResources: [{apiGroup: a}]', /^limitedResources\[0\]\.resource: must be a string$/],
  ['limitedResources: [{resource: a, contains: [b]}]', /^limitedResources\[0\]\.contains: unknown field$/],
  [
    'limitedResources: [{resource: a, matchScopes: [{scopeName: b}]}]',
    /^limitedResources\[0\]\.matchScopes\[0\]\.operator: must be a string$/,
  ],
  [one('rules: [{scope: Cluser}]'), /^services\[0\]\.rules\[0\]\.scope: "Cluser" is none of /],
  [one('rules: [{groups: [""]}]'), /^services\[0\]\.rules\[0\]\.groups: unknown field$/],
];

describe('the admission configuration file', () => {
  for (const [name, text, expected] of good) {
    it(`accepts ${name}`, () => assert.deepEqual(parseConfig(text).services, [expected]));
  }
  it('accepts limited resources, with and without services', () => {
    const text = 'limitedResources: [{resource: pods, matchScopes: [{scopeName: PriorityClass, operator: Exists}]}]';
    const matchScopes = [{ scopeName: 'PriorityClass', operator: 'Exists' }];
    const limited = { group: '', resource: 'pods', matchContains: [], matchScopes };
    assert.deepEqual(parseConfig(text), { services: [], limitedResources: [limited] });
    const { services, limitedResources } = parseConfig(`${text}\nservices: [{addresses: ["grpc://a:1"]}]`);
    assert.deepEqual([services.length, limitedResources], [1, [limited]]);
  });
  for (const [text, problem] of bad) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseConfig(text), { message: problem });
    });
  }
});
