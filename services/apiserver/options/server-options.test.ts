import assert from 'node:assert/strict';
import { DEFAULT_OPTIONS } from '@pilothouse/admission/plugin-options.js';
import { DEFAULT_PLUGINS } from './admission-plugins.js';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import { DEFAULT_OVERLOAD } from './flow-control.js';
import { FLAGS } from './flags.js';
import { resolveOptions, type Resolved } from './server-options.js';

function resolve(texts: Readonly<Record<string, string>>): Resolved {
  const parsed = parseFlags(FLAGS, new Map(Object.entries(texts)));
  return parsed.ok ? resolveOptions(parsed.values, parsed.given) : parsed;
}

describe('the flag table', () => {
  const flags: readonly FlagDefinition[] = FLAGS;

  it('names each flag once, in kebab case', () => {
    const names = flags.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z]+\d*(-[a-z]+)*$/);
  });

  for (const { name, type, default: text, help } of flags) {
    it(`explains --${name} in sentences and has a valid default`, () => {
      assert.match(help, /^[A-Z].*\.$/);
      if (text !== undefined) assert.ok(parseValue(type, text).ok);
    });
  }
});

/** Kubernetes' defaults. */
const KUBELETS = {
  addressTypes: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
  timeout: 5000,
};

describe('options', () => {
  let directory: string;
  let file: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'options-'));
    file = join(directory, 'file');
    writeFileSync(file, '');
  });
  after(() => rmSync(directory, { recursive: true }));

  it('default to a durable control plane for this machine only', () => {
    assert.deepEqual(resolve({}), {
      ok: true,
      options: {
        bindAddress: '127.0.0.1',
        securePort: 6443,
        storage: { type: 'embedded', directory: join('.pilothouse', 'store'), quotaBytes: 2 ** 31 },
        certificatesDirectory: join('.pilothouse', 'certificates'),
        authentication: { anonymous: true, bootstrapTokens: false },
        serviceAccounts: { lookup: true },
        authorizationModes: ['Node', 'RBAC'],
        admission: { plugins: [...DEFAULT_PLUGINS], options: DEFAULT_OPTIONS, services: [] },
        kubelets: KUBELETS,
        apiDomain: 'k8s.io',
        eventTtl: 3600,
        overload: DEFAULT_OVERLOAD,
        verbosity: 0,
      },
      kubeconfigOut: join('.pilothouse', 'kubeconfig'),
    });
  });

  it('keep nothing on disk when ephemeral', () => {
    const resolved = resolve({
      ephemeral: 'true',
      'secure-port': '0',
      v: '4',
      'event-ttl': '1m30s',
      'label-domain': 'example.org',
    });
    assert.deepEqual(resolved, {
      ok: true,
      options: {
        bindAddress: '127.0.0.1',
        securePort: 0,
        storage: { type: 'ephemeral' },
        authentication: { anonymous: true, bootstrapTokens: false },
        serviceAccounts: { lookup: true },
        authorizationModes: ['Node', 'RBAC'],
        admission: { plugins: [...DEFAULT_PLUGINS], options: DEFAULT_OPTIONS, services: [] },
        kubelets: KUBELETS,
        apiDomain: 'k8s.io',
        labelDomain: 'example.org',
        eventTtl: 90,
        overload: DEFAULT_OVERLOAD,
        verbosity: 4,
      },
      kubeconfigOut: undefined,
    });
  });

  it('contain all settings of etcd', () => {
    const resolved = resolve({
      'etcd-servers': 'https://a:1,https://b:1',
      'etcd-prefix': '/p',
      'etcd-cafile': file,
      'etcd-certfile': file,
      'etcd-keyfile': file,
      'etcd-username': 'root',
      'etcd-password-file': file,
      'data-dir': directory,
      'kubeconfig-out': 'k',
      'tls-cert-file': file,
      'tls-private-key-file': file,
      'client-ca-file': file,
      'token-auth-file': file,
    });
    assert.deepEqual(resolved, {
      ok: true,
      options: {
        bindAddress: '127.0.0.1',
        securePort: 6443,
        storage: {
          type: 'etcd',
          servers: ['https://a:1', 'https://b:1'],
          prefix: '/p',
          caFile: file,
          clientCertificate: { certFile: file, keyFile: file },
          credentials: { username: 'root', passwordFile: file },
        },
        certificatesDirectory: join(directory, 'certificates'),
        servingCertificate: { certFile: file, keyFile: file },
        clientCaFile: file,
        tokenAuthFile: file,
        authentication: { anonymous: true, bootstrapTokens: false },
        serviceAccounts: { lookup: true },
        authorizationModes: ['Node', 'RBAC'],
        admission: { plugins: [...DEFAULT_PLUGINS], options: DEFAULT_OPTIONS, services: [] },
        kubelets: KUBELETS,
        apiDomain: 'k8s.io',
        eventTtl: 3600,
        overload: DEFAULT_OVERLOAD,
        verbosity: 0,
      },
      kubeconfigOut: 'k',
    });
  });

  it('allow --ephemeral=false beside a data directory', () => {
    assert.ok(resolve({ ephemeral: 'false', 'data-dir': directory }).ok);
  });

  const wrong: readonly { texts: () => Record<string, string>; problems: readonly RegExp[] }[] = [
    {
      texts: () => ({ 'secure-port': 'x', 'api-domain': 'A' }),
      problems: [/^--secure-port "x" must be a port/, /^--api-domain "A" must be a DNS subdomain/],
    },
    { texts: () => ({ ephemeral: 'true', 'data-dir': 'x' }), problems: [/^--ephemeral and --data-dir contradict/] },
    {
      texts: () => ({ ephemeral: 'true', 'etcd-servers': 'http://a:1' }),
      problems: [/^--ephemeral and --etcd-servers/],
    },
    { texts: () => ({ 'tls-cert-file': file }), problems: [/^--tls-cert-file needs --tls-private-key-file$/] },
    { texts: () => ({ 'tls-private-key-file': file }), problems: [/^--tls-private-key-file needs --tls-cert-file$/] },
    {
      texts: () => ({ 'authorization-mode': 'RBAC,Webhook,RBAC' }),
      problems: [
        /^--authorization-mode: "Webhook" is none of AlwaysAllow, AlwaysDeny, Node, RBAC$/,
        /"RBAC" is repeated$/,
      ],
    },
    { texts: () => ({ 'etcd-prefix': '/p' }), problems: [/^--etcd-prefix needs --etcd-servers$/] },
    {
      texts: () => ({ 'etcd-servers': 'http://a:1', 'etcd-username': 'u' }),
      problems: [/needs --etcd-password-file$/],
    },
    {
      texts: () => ({ 'client-ca-file': join(directory, 'no') }),
      problems: [/^--client-ca-file ".*no": there is no such file$/],
    },
    { texts: () => ({ 'token-auth-file': directory }), problems: [/^--token-auth-file ".*": is a directory$/] },
  ];
  for (const { texts, problems } of wrong) {
    it(`are refused: ${problems.map(({ source }) => source).join(', ')}`, () => {
      const resolved = resolve(texts());
      assert.ok(!resolved.ok);
      assert.equal(resolved.problems.length, problems.length);
      for (const [index, problem] of problems.entries()) assert.match(resolved.problems[index] ?? '', problem);
    });
  }

  it('are refused if a file is not readable', function () {
    if (process.getuid?.() === 0 || process.platform === 'win32') this.skip();
    const secret = join(directory, 'secret');
    writeFileSync(secret, '');
    chmodSync(secret, 0);
    const resolved = resolve({ 'client-ca-file': secret });
    assert.ok(!resolved.ok && /permission denied/.test(resolved.problems[0] ?? ''));
  });
});
