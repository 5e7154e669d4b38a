import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeconfigError } from './kubeconfig-error.js';
import { clientFromKubeconfig, readKubeconfig, type KubeconfigOptions } from './kubeconfig.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface Parts {
  readonly cluster?: string;
  readonly user?: string;
  readonly context?: string;
}

/** A kubeconfig whose context, cluster and user are all named `own`. */
function config({ cluster = 'server: https://a:1', user = 'token: t', context = 'user: own' }: Parts): string {
  return `
apiVersion: v1
kind: Config
current-context: own
contexts: [{ name: own, context: { cluster: own, ${context} } }, { name: other, context: { cluster: other } }]
clusters: [{ name: own, cluster: { ${cluster} } }, { name: other, cluster: { server: "http://[::1]:8080/path" } }]
users: [{ name: own, user: { ${user} } }]
`;
}

const bare = { url: 'https://a:1', insecureSkipVerify: false, namespace: 'default' };

const good = [
  { name: 'a token', text: config({}), gives: { ...bare, credentials: { token: 't' } } },
  {
    name: 'a client certificate and an authority',
    text: config({
      cluster: `server: https://a:1, certificate-authority-data: ${base64('CA')}`,
      user: `client-certificate-data: ${base64('CERT')}, client-key-data: ${base64('KEY')}`,
    }),
    gives: { ...bare, caPem: 'CA', credentials: { certPem: 'CERT', keyPem: 'KEY' } },
  },
  {
    name: 'files',
    text: config({
      cluster: 'server: https://a:1, certificate-authority: ca.pem',
      user: 'client-certificate: ca.pem, client-key: ca.pem',
    }),
    gives: { ...bare, caPem: 'text\n', credentials: { certPem: 'text\n', keyPem: 'text\n' } },
  },
  {
    name: 'a token file, which has precedence over a token',
    text: config({ user: 'token: t, tokenFile: ca.pem' }),
    gives: { ...bare, credentials: { token: 'text' } },
  },
  {
    name: 'a namespace, a server name and no verification',
    text: config({
      cluster: 'server: https://a:1, tls-server-name: b, insecure-skip-tls-verify: true',
      context: 'user: own, namespace: ns',
    }),
    gives: { ...bare, credentials: { token: 't' }, serverName: 'b', insecureSkipVerify: true, namespace: 'ns' },
  },
  {
    name: 'empty unsupported fields',
    text: config({ cluster: 'server: https://a:1, proxy-url: ""', user: 'token: t, as: "", exec: null' }),
    gives: { ...bare, credentials: { token: 't' } },
  },
  {
    name: 'a named context without a user',
    text: config({}),
    options: { context: 'other' },
    gives: { ...bare, url: 'http://[::1]:8080/path' },
  },
  {
    name: 'a server of an allowed scheme',
    text: config({ cluster: 'server: "grpcs://a:1,b:2"' }),
    options: { schemes: ['https', 'grpcs'] },
    gives: { ...bare, url: 'grpcs://a:1,b:2', credentials: { token: 't' } },
  },
  {
    name: 'JSON',
    text: JSON.stringify({
      'current-context': 'x',
      contexts: [{ name: 'x', context: { cluster: 'y', user: '' } }],
      clusters: [{ name: 'y', cluster: { server: 'https://a:1' } }],
    }),
    gives: bare,
  },
];

const bad = [
  { name: 'invalid YAML', text: '{', message: /^the kubeconfig cannot be read: / },
  { name: 'another type than a mapping', text: '- a', message: 'the kubeconfig is not a mapping' },
  {
    name: 'no current context',
    text: 'kind: Config',
    message: 'the kubeconfig has no current-context; name a context',
  },
  {
    name: 'a missing context',
    text: config({}),
    options: { context: 'x' },
    message: 'the kubeconfig has no context "x"',
  },
  { name: 'a missing user', text: config({ context: 'user: x' }), message: 'the kubeconfig has no user "x"' },
  {
    name: 'no server',
    text: config({ cluster: 'server: a:1' }),
    message: 'the cluster "own" has no server with an http or https URL',
  },
  {
    name: 'a server of another scheme',
    text: config({ cluster: 'server: grpcs://a:1' }),
    message: 'the cluster "own" has no server with an http or https URL',
  },
  {
    name: 'a server of another scheme than the allowed ones',
    text: config({ cluster: 'server: http://a:1' }),
    options: { schemes: ['https', 'grpc', 'grpcs'] },
    message: 'the cluster "own" has no server with an https, grpc or grpcs URL',
  },
  {
    name: 'a proxy',
    text: config({ cluster: 'server: https://a:1, proxy-url: http://p' }),
    message: 'the cluster "own" has proxy-url, which is not supported',
  },
  {
    name: 'an exec plugin',
    text: config({ user: 'exec: { command: x }' }),
    message: 'the user "own" has exec, which is not supported',
  },
  {
    name: 'impersonated groups',
    text: config({ user: 'token: t, as-groups: [a]' }),
    message: 'the user "own" has as-groups, which is not supported',
  },
  {
    name: 'an authority with verification disabled',
    text: config({ cluster: 'server: https://a:1, certificate-authority: ca.pem, insecure-skip-tls-verify: true' }),
    message: 'the cluster "own" has a certificate-authority and insecure-skip-tls-verify, which exclude each other',
  },
  {
    name: 'a certificate without a key',
    text: config({ user: `client-certificate-data: ${base64('CERT')}` }),
    message: 'the user "own" has a client certificate or key without the other',
  },
  {
    name: 'a token that is a number',
    text: config({ user: 'token: 7' }),
    message: 'the user "own" has a token that is not text',
  },
  {
    name: 'a missing file',
    text: config({ user: 'tokenFile: none' }),
    message: /^the user "own" names a file that cannot be read: .*ENOENT/,
  },
];

describe('clientFromKubeconfig', () => {
  it('rejects an invalid certificate', async () => {
    const text = config({ cluster: `server: https://a:1, certificate-authority-data: ${base64('CA')}` });
    await assert.rejects(clientFromKubeconfig(text), (error) => {
      assert(error instanceof KubeconfigError);
      assert.match(error.message, /the authority cannot be used/);
      return true;
    });
  });
});

describe('readKubeconfig', () => {
  let directory = '';
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
    await writeFile(join(directory, 'ca.pem'), 'text\n');
  });
  after(() => rm(directory, { recursive: true }));

  for (const { name, text, options, gives } of good as readonly ((typeof good)[number] & {
    options?: KubeconfigOptions;
  })[]) {
    it(`reads ${name}`, async () => {
      assert.deepEqual(await readKubeconfig(text, { directory, ...options }), gives);
    });
  }
  for (const { name, text, options, message } of bad as readonly ((typeof bad)[number] & {
    options?: KubeconfigOptions;
  })[]) {
    it(`rejects ${name}`, () =>
      assert.rejects(readKubeconfig(text, { directory, ...options }), (error) => {
        assert(error instanceof KubeconfigError);
        if (typeof message === 'string') assert.equal(error.message, message);
        else assert.match(error.message, message);
        return true;
      }));
  }
});
