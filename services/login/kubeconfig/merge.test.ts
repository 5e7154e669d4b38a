import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { authorityOf, currentContext, hasEntries, mergeKubeconfig, type LoginEntries } from './merge.js';

const ENTRIES: LoginEntries = {
  name: 'api.example',
  server: 'https://api.example',
  caPem: 'PEM',
  exec: { command: 'pilothouse', args: ['login', '--server=https://api.example'] },
  switchContext: true,
};

interface Named {
  readonly name: string;
  readonly [kind: string]: unknown;
}
type Config = Readonly<Record<'clusters' | 'users' | 'contexts', readonly Named[]>> & Readonly<Record<string, unknown>>;

const merged = (text: string, more: Partial<LoginEntries> = {}): Config =>
  parse(mergeKubeconfig(text, { ...ENTRIES, ...more })) as Config;

function execOf([user]: readonly Named[]): Readonly<Record<string, unknown>> {
  return (user as { readonly user: { readonly exec: Readonly<Record<string, unknown>> } } | undefined)?.user.exec ?? {};
}

describe('merging a kubeconfig', () => {
  for (const text of [
    '',
    '# Only a comment\n',
    'apiVersion: v1\nkind: Config\nclusters: null\nusers: []\ncontexts:\n',
    '{}',
  ]) {
    it(`makes a whole one of ${JSON.stringify(text)}`, () => {
      const { clusters, users, contexts, ...rest } = merged(text);
      assert.deepEqual(clusters, [
        {
          name: 'api.example',
          cluster: { server: 'https://api.example', 'certificate-authority-data': 'UEVN' },
        },
      ]);
      assert.deepEqual(contexts, [
        { name: 'api.example', context: { cluster: 'api.example', user: 'login@api.example' } },
      ]);
      const exec = execOf(users);
      assert.equal(users[0]?.name, 'login@api.example');
      assert.equal(typeof exec['installHint'], 'string');
      assert.deepEqual(
        { ...exec, installHint: '' },
        {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: 'pilothouse',
          args: ['login', '--server=https://api.example'],
          interactiveMode: 'IfAvailable',
          provideClusterInfo: false,
          installHint: '',
        },
      );
      assert.equal(rest['current-context'], 'api.example');
      assert.ok(mergeKubeconfig(text, ENTRIES).startsWith(text.startsWith('#') ? '# Only' : text.slice(0, 1)));
    });
  }

  const RICH = `# above
apiVersion: v1
kind: Config
preferences: {colors: true}
x-unknown: [1, 0x10, "2"] # kept
clusters:
# the first
- name: a
  cluster:
    server: "https://a" # here
    certificate-authority-data: ${'A'.repeat(200)}
users:
- name: a
  user:
    exec: {command: aws, args: [eks, get-token], apiVersion: client.authentication.k8s.io/v1beta1}
contexts:
- name: a
  context: {cluster: a, user: a, namespace: n}
current-context: a
# below
`;

  it('keeps every line of other entries', () => {
    const lines = new Set(
      mergeKubeconfig(RICH, ENTRIES)
        .split('\n')
        .map((line) => line.replaceAll(/\s/g, '')),
    );
    const lost = RICH.split('\n').filter((line) => !lines.has(line.replaceAll(/\s/g, '')));
    assert.deepEqual(lost, ['current-context: a']);
    const { clusters, users, contexts, ...rest } = merged(RICH);
    const before = parse(RICH) as Config;
    assert.deepEqual([clusters[0], users[0], contexts[0]], [before.clusters[0], before.users[0], before.contexts[0]]);
    assert.deepEqual(rest, { ...rest, preferences: before['preferences'], 'x-unknown': before['x-unknown'] });
  });

  it('keeps the indentation of lists, and the current context if it is asked to', () => {
    const indented = 'clusters:\n  - name: a\n    cluster: {}\n';
    assert.ok(mergeKubeconfig(indented, ENTRIES).includes(indented));
    assert.match(mergeKubeconfig(RICH, ENTRIES), /^- name: api\.example$/m);
    assert.equal(merged(RICH, { switchContext: false })['current-context'], 'a');
    assert.equal(merged('', { switchContext: false })['current-context'], 'api.example');
  });

  it('changes nothing the second time', () => {
    const once = mergeKubeconfig(RICH, ENTRIES);
    assert.equal(mergeKubeconfig(once, ENTRIES), once);
  });

  it('updates its own entries, and keeps what users added to them', () => {
    const mine = mergeKubeconfig('', ENTRIES)
      .replace('    server:', '    proxy-url: http://proxy\n    server:')
      .replace('      command:', '      env: [{name: A, value: b}]\n      command:')
      .replace('    user: login', '    namespace: dev\n    user: login');
    const { clusters, users, contexts } = merged(mine, { caPem: undefined, exec: { command: 'new', args: [] } });
    const exec = execOf(users);
    assert.deepEqual([exec['command'], exec['args'], exec['env']], ['new', [], [{ name: 'A', value: 'b' }]]);
    assert.deepEqual(clusters[0]?.['cluster'], {
      'proxy-url': 'http://proxy',
      server: 'https://api.example',
      'certificate-authority-data': 'UEVN',
    });
    assert.deepEqual(contexts[0]?.['context'], {
      cluster: 'api.example',
      namespace: 'dev',
      user: 'login@api.example',
    });
  });

  it('replaces an authority in a file, and a disabled verification', () => {
    for (const field of ['certificate-authority: ca.crt', 'insecure-skip-tls-verify: true']) {
      const text = `clusters: [{name: api.example, cluster: {server: "https://api.example", ${field}}}]`;
      assert.deepEqual(merged(text).clusters[0]?.['cluster'], {
        server: 'https://api.example',
        'certificate-authority-data': 'UEVN',
      });
    }
  });

  const cluster = (fields: string): string => `clusters: [{name: api.example, cluster: {${fields}}}]`;
  for (const [text, expected] of [
    ['a: [', /^it is no valid YAML/],
    ['- a', /^it is not a mapping/],
    ['clusters: {}', /^clusters is not a list/],
    ['clusters: [{name: api.example, cluster: 5}]', /^cluster is not a mapping/],
    [cluster('server: "https://other"'), /^the cluster "api.example" is for "https:\/\/other"; choose another --name/],
    ['users: [{name: login@api.example, user: {token: t}}]', /has other credentials \(token\); choose another --name/],
    ['contexts: [{name: api.example, context: {user: admin}}]', /^the context "api.example" has the user "admin"/],
  ] as const) {
    it(`rejects ${text}`, () =>
      assert.throws(() => mergeKubeconfig(text, ENTRIES), { name: 'LoginError', message: expected }));
  }

  it('never sends tokens to a server that is not verified', () => {
    const text = cluster('server: "https://api.example", insecure-skip-tls-verify: true');
    assert.throws(() => mergeKubeconfig(text, { ...ENTRIES, caPem: undefined }), /does not verify the server/);
  });

  it('finds authorities, contexts and entries', () => {
    assert.deepEqual(authorityOf(mergeKubeconfig('', ENTRIES), 'https://api.example'), { caData: 'UEVN' });
    assert.equal(authorityOf(RICH, 'https://b'), undefined);
    assert.deepEqual(authorityOf('clusters: [{cluster: {server: s, certificate-authority: f}}]', 's'), { caFile: 'f' });
    assert.deepEqual([currentContext(RICH), currentContext('')], ['a', undefined]);
    assert.deepEqual([hasEntries(RICH, 'a'), hasEntries(RICH, 'b'), hasEntries('', 'a')], [true, false, false]);
  });
});
