import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { DEFAULT_OPTIONS } from '@pilothouse/admission/plugin-options.js';
import { ADMISSION_PLUGINS, DEFAULT_PLUGINS } from './admission-plugins.js';
import { admissionOptions, admissionProblems } from './admission.js';
import { FLAGS } from './flags.js';

const parsed = (texts: Readonly<Record<string, string>>) => {
  const result = parseFlags(FLAGS, new Map(Object.entries(texts)));
  assert.ok(result.ok);
  return result.values;
};

const ALL = [...DEFAULT_PLUGINS];
const options = DEFAULT_OPTIONS;

const good: readonly (readonly [texts: Readonly<Record<string, string>>, expected: object])[] = [
  [{}, { plugins: ALL, options, services: [] }],
  [{ 'enable-admission-plugins': 'NamespaceLifecycle' }, { plugins: ALL, options, services: [] }],
  [
    { 'disable-admission-plugins': 'NamespaceLifecycle' },
    { plugins: ALL.filter((name) => name !== 'NamespaceLifecycle'), options, services: [] },
  ],
  [
    { 'enable-admission-plugins': 'OwnerReferencesPermissionEnforcement' },
    {
      plugins: ADMISSION_PLUGINS.filter(
        (name) => name === 'OwnerReferencesPermissionEnforcement' || ALL.includes(name),
      ),
      options,
      services: [],
    },
  ],
  [{ 'disable-admission-plugins': ALL.join() }, { plugins: [], options, services: [] }],
  [
    { 'admission-service': 'grpcs://a:1' },
    { plugins: ALL, options, services: [{ name: 'grpcs://a:1', isSecure: true, addresses: [{ host: 'a', port: 1 }] }] },
  ],
  [
    { 'admission-service': 'grpcs://a.b:1,[::1]:2,grpc://10.0.0.1:65535', 'admission-control-config-file': 'f' },
    {
      plugins: ALL,
      options,
      services: [
        {
          name: 'grpcs://a.b:1',
          isSecure: true,
          addresses: [
            { host: 'a.b', port: 1 },
            { host: '::1', port: 2 },
          ],
        },
        { name: 'grpc://10.0.0.1:65535', isSecure: false, addresses: [{ host: '10.0.0.1', port: 65535 }] },
      ],
      configFile: 'f',
    },
  ],
];

const bad: readonly (readonly [texts: Readonly<Record<string, string>>, problem: RegExp])[] = [
  [
    { 'enable-admission-plugins': 'SecurityContextDeny' },
    /^--enable-admission-plugins: "SecurityContextDeny" is none of AlwaysAdmit, /,
  ],
  [{ 'disable-admission-plugins': 'RBACEscalation' }, /^--disable-admission-plugins: "RBACEscalation" is none of /],
  [
    { 'enable-admission-plugins': 'NamespaceLifecycle', 'disable-admission-plugins': 'NamespaceLifecycle' },
    /both name NamespaceLifecycle$/,
  ],
  [{ 'admission-service': 'a:1' }, /"a:1" must begin with grpcs:\/\/ or grpc:\/\/$/],
  [{ 'admission-service': 'https://a:1' }, /must be grpcs:\/\/host:port or grpc:\/\/host:port$/],
  [{ 'admission-service': 'grpcs://a' }, /must be grpcs:\/\/host:port/],
  [{ 'admission-service': 'grpcs://a:0' }, /must be grpcs:\/\/host:port/],
  [{ 'admission-service': 'grpcs://a:65536' }, /must be grpcs:\/\/host:port/],
  [{ 'admission-service': 'grpcs://a:1/path' }, /must be grpcs:\/\/host:port/],
  [{ 'admission-service': 'grpcs://u@a:1' }, /must be grpcs:\/\/host:port/],
  [{ 'admission-service': 'grpcs://a:1,grpcs://a:1' }, /names the service grpcs:\/\/a:1 twice$/],
];

describe('flags of admission', () => {
  for (const [texts, expected] of good) {
    it(`takes ${JSON.stringify(texts)}`, () => {
      assert.deepEqual(admissionProblems(parsed(texts)), []);
      assert.deepEqual(admissionOptions(parsed(texts)), expected);
    });
  }
  for (const [texts, problem] of bad) {
    it(`refuses ${JSON.stringify(texts)}`, () => {
      const [first = '', ...more] = admissionProblems(parsed(texts));
      assert.match(first, problem);
      assert.deepEqual(more, []);
    });
  }
});
