import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { readAdmissionConfiguration } from './configuration.js';

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
  [one('rules: [{scope: Cluser}]'), /^services\[0\]\.rules\[0\]\.scope: "Cluser" is none of /],
  [one('rules: [{groups: [""]}]'), /^services\[0\]\.rules\[0\]\.groups: unknown field$/],
];

const admission = (rest: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n${rest}`;

const badPlugins: readonly (readonly [text: string, problem: RegExp])[] = [
  [
    'kind: AdmissionConfiguration',
    /: kind and apiVersion must be AdmissionConfiguration and apiserver\.config\.k8s\.io\/v1 or /,
  ],
  [admission('plugins: []'), /: plugins: must be a non-empty list$/],
  [admission('plugins: [{}]'), /: plugins\[0\]\.name: "" is none of AlwaysAdmit, /],
  [admission('plugins: [{name: Quota}]'), /: plugins\[0\]\.name: "Quota" is none of AlwaysAdmit, /],
  [admission('plugins: [{name: LimitRanger, config: {}}]'), /: plugins\[0\]\.config: unknown field$/],
  [admission('plugins: [{name: LimitRanger, configuration: 1}]'), /: plugins\[0\]\.configuration: must be a mapping$/],
  [admission('plugins: [{name: Policy}, {name: Policy}]'), /: plugins\[1\]\.name: "Policy" is repeated$/],
  [admission('plugins: [{name: ResourceQuota, path: none.yaml}]'), /none\.yaml: ENOENT/],
  [admission('plugins: [{name: ResourceQuota, path: list.yaml}]'), /list\.yaml: the file: must be a mapping$/],
];

describe('the admission configuration file', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'admission-'));
    await writeFile(join(directory, 'quota.yaml'), 'kind: ResourceQuotaConfiguration');
    await writeFile(join(directory, 'list.yaml'), '- 1');
  });
  after(() => rm(directory, { recursive: true }));
  const read = async (text: string) => {
    const path = join(directory, 'admission.yaml');
    await writeFile(path, text);
    return readAdmissionConfiguration(path, createDomain());
  };

  for (const [name, text, expected] of good) {
    it(`accepts ${name}`, async () => {
      const { services } = await read(text);
      const tls = Object.fromEntries(
        Object.entries((expected as { tls: Record<string, string> }).tls).map(([field, file]) => [
          field,
          field === 'serverName' ? file : join(directory, file),
        ]),
      );
      assert.deepEqual(services, [{ ...expected, tls }]);
    });
  }

  it('gives plugins their configuration, from a field or a file beside it', async () => {
    const { configurations, services } = await read(
      admission(`plugins:
- name: ResourceQuota
  path: quota.yaml
- name: LimitRanger
  configuration: {a: 1}
- {name: Policy, path: '', configuration: null}
services: [{addresses: ["grpcs://a:1"]}]`),
    );
    const file = join(directory, 'quota.yaml');
    assert.deepEqual(JSON.parse(JSON.stringify([...configurations])), [
      ['ResourceQuota', { value: { kind: 'ResourceQuotaConfiguration' }, source: file, directory }],
      [
        'LimitRanger',
        { value: { a: 1 }, source: `${join(directory, 'admission.yaml')}: plugins[1].configuration`, directory },
      ],
    ]);
    assert.equal(services.length, 1);
  });

  it('must be readable', async () => {
    await assert.rejects(readAdmissionConfiguration(join(directory, 'none'), createDomain()), /none: ENOENT/);
  });

  for (const [text, problem] of bad) {
    const withPath = new RegExp(problem.source.replace(/^\^/, '^.*admission\\.yaml: '));
    it(`rejects ${JSON.stringify(text)}`, () => assert.rejects(read(text), { message: withPath }));
  }
  for (const [text, problem] of badPlugins) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.rejects(read(text), { message: problem }));
  }
});
