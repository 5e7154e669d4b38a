import assert from 'node:assert/strict';
import { buildEncryption, type BuildOptions } from './build.js';
import { readConfiguration } from './configuration.js';
import { durationOf, durationText } from './duration.js';
import { silentObserver } from './observer.test.helper.js';
import { createRandom } from './random.js';

const SECRET = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const HEAD = 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n';
const read = (content: string) =>
  readConfiguration(content, { path: '/e.yaml', apiVersion: 'apiserver.config.k8s.io/v1' });
const rules = (...entries: string[]) => `${HEAD}resources:\n${entries.join('')}`;
const rule = (resources: string, ...providers: string[]) =>
  `- resources: ${resources}\n  providers: [${providers.join(', ')}]\n`;
const decoding = 'error decoding encryption provider configuration file "/e.yaml": ';
const IDENTITY = '{identity: {}}';

/** The messages were recorded from kube-apiserver 1.36. */
const REFUSED: Readonly<Record<string, readonly [content: string, message: string | RegExp]>> = {
  'an empty file': ['', 'error while loading file: encryption provider configuration file "/e.yaml" is empty'],
  'no rules': [HEAD, 'resources: Required value: at least one resources is required'],
  'a rule of nothing': [
    rules(rule('[]')),
    '[resources[0].resources: Required value: at least one resources[0].resources is required, resources[0].providers: Required value: at least one resources[0].providers is required]',
  ],
  'keys that are no keys': [
    rules(
      rule(
        '[secrets]',
        '{aesgcm: {keys: []}}',
        "{aescbc: {keys: [{name: '', secret: ''}, {name: a, secret: '!!'}, {name: b, secret: YWJj}]}}",
        '{secretbox: {keys: [{name: b, secret: YWJj}]}}',
      ),
    ),
    '[resources[0].providers[0].aesgcm.keys: Required value: at least one keys is required, resources[0].providers[1].aescbc.keys[0].name: Required value: name is a mandatory field for a key, resources[0].providers[1].aescbc.keys[0].secret: Required value: secret is a mandatory field for a key, resources[0].providers[1].aescbc.keys[1].secret: Invalid value: "REDACTED": secrets must be base64 encoded, resources[0].providers[1].aescbc.keys[2].secret: Invalid value: "REDACTED": secret is not of the expected length, got 3, expected one of [16 24 32], resources[0].providers[2].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 3, expected one of [32]]',
  ],
  'KMS plugins': [
    rules(
      rule(
        '[secrets]',
        "{kms: {apiVersion: v2, name: 'a:b', endpoint: '', timeout: -1s, cachesize: 3}}",
        "{kms: {apiVersion: v3, name: '', endpoint: 'http://x', timeout: 0s}}",
        "{kms: {apiVersion: v2, name: c, endpoint: 'unix:///a'}}",
        "{kms: {apiVersion: v2, name: c, endpoint: 'unix://%zz'}}",
      ),
    ),
    '[resources[0].providers[0].kms.name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain \':\', resources[0].providers[0].kms.timeout: Invalid value: "-1s": timeout should be a positive value, resources[0].providers[0].kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms, resources[0].providers[0].kms.cachesize: Invalid value: 3: cachesize is not supported in v2, resources[0].providers[1].kms.name: Required value: name is a mandatory field for a provider, resources[0].providers[1].kms.timeout: Invalid value: "0s": timeout should be a positive value, resources[0].providers[1].kms.endpoint: Invalid value: "http://x": unsupported scheme "http" for KMS provider, only unix is supported, resources[0].providers[1].kms.apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported, resources[0].providers[3].kms.name: Invalid value: "c": duplicate KMS provider name c, names must be unique, resources[0].providers[3].kms.endpoint: Invalid value: "unix://%zz": invalid endpoint for kms provider, error: parse "unix://%zz": invalid URL escape "%zz"]',
  ],
  'names of resources': [
    rules(
      rule(
        "[Secrets, '*', apiserveripinfo, events.events.k8s.io, ingresses.extensions, 'secrets.*', serviceipallocations, servicenodeportallocations]",
        IDENTITY,
      ),
    ),
    `[resources[0].resources: Invalid value: ["Secrets","*","apiserveripinfo","events.events.k8s.io","ingresses.extensions","secrets.*","serviceipallocations","servicenodeportallocations"]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked, resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters, resources[0].resources[1]: Invalid value: "*": use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources, resources[0].resources[2]: Invalid value: "apiserveripinfo": resources which do not have REST API/s cannot be encrypted, resources[0].resources[3]: Invalid value: "events.events.k8s.io": '*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file, resources[0].resources[4]: Invalid value: "ingresses.extensions": 'extensions' group has been removed and cannot be used for encryption, resources[0].resources[5]: Invalid value: "secrets.*": encrypting the same resource across groups is not supported, resources[0].resources[6]: Invalid value: "serviceipallocations": resources which do not have REST API/s cannot be encrypted, resources[0].resources[7]: Invalid value: "servicenodeportallocations": resources which do not have REST API/s cannot be encrypted]`,
  ],
  'overlapping resources': [
    rules(rule("[secrets, '*.', secrets, 'pods.apps', '*.*']", IDENTITY)),
    `[resources[0].resources: Invalid value: ["secrets","*.","secrets","pods.apps","*.*"]: the same resource cannot be specified multiple times, resources[0].resources: Invalid value: ["secrets","*.","secrets","pods.apps","*.*"]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked]`,
  ],
  'an empty provider': [
    rules(rule('[secrets]', '{}')),
    'resources[0].providers[0]: Invalid value: {"AESGCM":null,"AESCBC":null,"Secretbox":null,"Identity":null,"KMS":null}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity',
  ],
  // Kubernetes shows the secret here.
  'two providers in one': [
    rules(rule('[secrets]', `{aesgcm: {keys: [{name: key1, secret: ${SECRET}}]}, identity: {}}`)),
    'resources[0].providers[0]: Invalid value: {"AESGCM":{"Keys":[{"Name":"key1","Secret":"REDACTED"}]},"AESCBC":null,"Secretbox":null,"Identity":{},"KMS":null}: more than one provider specified in a single element, should split into different list elements',
  ],
  'no kind': ['{}', `${decoding}Object 'Kind' is missing`],
  'no version': ['kind: EncryptionConfiguration\n', `${decoding}Object 'apiVersion' is missing`],
  'another kind': [
    'apiVersion: apiserver.config.k8s.io/v1\nkind: Foo\n',
    `${decoding}no kind "Foo" is registered for version "apiserver.config.k8s.io/v1"`,
  ],
  'another version': [
    'apiVersion: x/v1\nkind: EncryptionConfiguration\n',
    `${decoding}no kind "EncryptionConfiguration" is registered for version "x/v1"`,
  ],
  'unknown fields': [
    rules(`- resources: [secrets]\n  foo: bar\n  providers: [${IDENTITY}]\n`),
    `${decoding}strict decoding error: unknown field "resources[0].foo"`,
  ],
  'a duplicate field': [
    rules(`${rule('[secrets]', IDENTITY)}  providers: []\n`),
    /strict decoding error: duplicate field/,
  ],
  'a wrong type': [rules(rule('secrets', IDENTITY)), /^error decoding .*resources\[0\]\.resources/],
  'a duration without a unit that exists': [
    rules(rule('[secrets]', "{kms: {apiVersion: v2, name: c, endpoint: 'unix:///a', timeout: 3x}}")),
    `${decoding}time: unknown unit "x" in duration "3x"`,
  ],
  'broken YAML': ['{', /^error decoding encryption provider configuration file "\/e\.yaml": /],
};

const options: BuildOptions = {
  observer: silentObserver,
  fillRandom: createRandom(),
  clock: () => 0,
  now: () => 0,
  onError: () => undefined,
};

describe('an encryption configuration', () => {
  for (const [what, [content, message]] of Object.entries(REFUSED)) {
    it(`is refused for ${what}`, () => {
      assert.throws(() => read(content), { name: 'Error', message });
    });
  }

  it('never shows a secret in an error', () => {
    for (const [, [content]] of Object.entries(REFUSED)) {
      try {
        read(content);
      } catch (error) {
        assert.ok(!String(error).includes(SECRET));
      }
    }
  });

  it('has the defaults of Kubernetes', () => {
    const { resources } = read(rules(rule('[secrets]', "{kms: {name: c, endpoint: 'unix:///a'}}")));
    assert.deepEqual(resources[0]?.providers, [
      { kms: { apiVersion: 'v1', name: 'c', endpoint: 'unix:///a', timeout: 3000 } },
    ]);
  });

  for (const [what, first, second, message] of [
    ['by all of the group', "['*.']", '[secrets]', 'resource "secrets" is masked by earlier rule "*."'],
    ['by everything', "['*.*']", "['*.apps']", 'resource "*.apps" is masked by earlier rule "*.*"'],
  ] as const) {
    it(`is refused for a rule that is masked ${what}`, async () => {
      const content = rules(rule(first, IDENTITY), rule(second, IDENTITY));
      await assert.rejects(buildEncryption(read(content), options), { message });
    });
  }

  it('is refused for KMS version 1', async () => {
    const content = rules(rule('[secrets]', "{kms: {name: c, endpoint: 'unix:///a'}}"));
    await assert.rejects(
      buildEncryption(read(content), options),
      /^Error: the KMS provider "c" has apiVersion v1, which is not supported: use a plugin of version 2 with apiVersion v2$/,
    );
  });

  it('applies the most specific rule, and joins rules of one resource', async () => {
    const key = (name: string): string => `{aesgcm: {keys: [{name: ${name}, secret: ${SECRET}}]}}`;
    const content = rules(
      rule('[secrets, deployments.apps]', key('a')),
      rule('[secrets]', key('b')),
      rule("['*.apps']", key('c')),
      rule("['*.*']", key('d')),
    );
    const { transformerOf } = await buildEncryption(read(content), options);
    const nameOf = (group: string, resource: string): string | undefined => {
      const stored = transformerOf({ group, resource }).write(Buffer.from('v'), Buffer.from('/k'));
      return /^k8s:enc:aesgcm:v1:(.):/.exec(Buffer.from(stored).toString('latin1'))?.[1];
    };
    assert.deepEqual(
      [nameOf('', 'secrets'), nameOf('apps', 'deployments'), nameOf('apps', 'daemonsets'), nameOf('', 'pods')],
      ['a', 'a', 'c', 'd'],
    );
    const other = await buildEncryption(read(rules(rule('[secrets]', key('b')))), options);
    const byB = other.transformerOf({ group: '', resource: 'secrets' }).write(Buffer.from('v'), Buffer.from('/k'));
    assert.deepEqual(await transformerOf({ group: '', resource: 'secrets' }).read(byB, Buffer.from('/k')), {
      value: Buffer.from('v'),
      isStale: true,
    });
  });
});

describe('durations', () => {
  it('are those of Go', () => {
    for (const [text, milliseconds] of [
      ['3s', 3000],
      ['1m30s', 90_000],
      ['1.5h', 5_400_000],
      ['-1s', -1000],
      ['0', 0],
      ['5ms', 5],
    ] as const) {
      assert.equal(durationOf(text), milliseconds);
    }
    for (const text of ['', 'x', '3', '3 s', 's']) assert.throws(() => durationOf(text), /^Error: time: /);
    assert.deepEqual([-1000, 0, 90_000, 3_600_000].map(durationText), ['-1s', '0s', '1m30s', '1h0m0s']);
  });
});
