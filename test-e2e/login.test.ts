import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import { eventually } from './support/eventually.js';
import { startIdentityProvider, type IdentityProvider } from './support/identity-provider.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { signInAtProvider } from './support/provider-browser.js';
import { runCommand, startServer, type Command, type Exit, type Server } from './support/server.js';

const OTHERS = `# Written by hand.
apiVersion: v1
kind: Config
clusters:
- name: other # not ours
  cluster: {server: "https://other.example", x-note: kept}
contexts:
- name: other
  context: {cluster: other, user: other}
users:
- name: other
  user: {token: abc}
current-context: other
`;
const LINK = /^ {2}(https:\S+)$/m;
const CODE = /enter the code (\S+):/;

describeWith(['KUBECTL', 'KUBECTL_OLD'], 'pilothouse login', () => {
  let home: string;
  let provider: IdentityProvider;
  let server: Server;
  let kubectl: Kubectl;
  let [ca, providerCa, config] = ['', '', ''];

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'login-'));
    [ca, providerCa, config] = ['api.crt', 'provider.crt', 'config'].map((name) => join(home, name)) as [
      string,
      string,
      string,
    ];
    provider = await startIdentityProvider({ commandLine: 'kubectl' });
    await writeFile(providerCa, provider.caPem);
    server = await startServer([
      '--ephemeral',
      `--oidc-issuer-url=${provider.issuer}`,
      '--oidc-client-id=kubectl',
      `--oidc-ca-file=${providerCa}`,
      '--oidc-username-prefix=oidc:',
      '--login-client-id=kubectl',
    ]);
    await writeFile(ca, server.connection.caPem ?? '');
    await server.client.of(clusterRoleBindings).create({
      metadata: { name: 'viewers' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:ada' }],
    });
    await writeFile(config, OTHERS);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: config, home });
  });
  after(async () => {
    await server.stop();
    await provider.stop();
    await rm(home, { recursive: true, force: true });
  });

  function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Command {
    const usual = { HOME: home, XDG_STATE_HOME: '', KUBECONFIG: config, DISPLAY: '', WAYLAND_DISPLAY: '' };
    return runCommand(args, { ...usual, KUBERNETES_EXEC_INFO: '', ...environment });
  }
  const run = (args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Exit> =>
    start(args, environment).exited;
  const withAuthority = (): string => `--issuer-certificate-authority=${providerCa}`;

  /** What the command shows to the user. */
  async function shown(command: Command, pattern: RegExp): Promise<string> {
    const over = command.exited.then(() => 'over');
    await eventually(async () => pattern.test(command.err()) || (await Promise.race([over, delay(5)])) === 'over');
    const found = pattern.exec(command.err())?.[1];
    assert.ok(found, command.err());
    return found;
  }
  /** Signs a user in to a command that has begun. */
  async function signIn(command: Command, user = 'ada'): Promise<Exit> {
    const page = await signInAtProvider(await shown(command, LINK), { caPem: provider.caPem, user });
    assert.match(page, /<h1>You are signed in<\/h1>/);
    return command.exited;
  }
  /** The only saved sign-in. */
  async function savedFile(): Promise<string> {
    const directory = join(home, '.local/state/pilothouse/login');
    const files = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('login.json'));
    assert.equal(files.length, 1);
    return join(directory, files[0] ?? '');
  }
  interface Saved {
    readonly tokens?: { readonly expires: number; readonly refreshToken?: string };
  }
  const saved = async (): Promise<Saved> => JSON.parse(await readFile(await savedFile(), 'utf8')) as Saved;
  /** The ID token has expired, as far as the command knows. */
  async function expire(): Promise<void> {
    const login = await saved();
    await writeFile(await savedFile(), JSON.stringify({ ...login, tokens: { ...login.tokens, expires: 0 } }));
  }
  async function whoAmI(): Promise<string> {
    return (await kubectl(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}'])).trim();
  }

  it('shows the fingerprint of an unknown authority, and never goes on', async () => {
    const { code, err } = await run(['login', server.url, withAuthority()]);
    assert.equal(code, 1);
    assert.match(
      err,
      /signed by an authority that this machine does not trust[^]*SHA-256 ([\dA-F]{2}:){31}[\dA-F]{2}\n[^]*--certificate-authority/,
    );
    assert.equal(await readFile(config, 'utf8'), OTHERS);
  });

  it('finds the issuer, signs in by the browser, and adds to the kubeconfig', async () => {
    const command = start(['login', server.url, `--certificate-authority=${ca}`, withAuthority(), '--no-browser']);
    const { code, out, err } = await signIn(command);
    assert.equal(code, 0, err);
    const { host } = new URL(server.url);
    assert.equal(
      out,
      `Signed in to ${server.url} as oidc:ada.\nWrote the context "${host}" to ${config}. It is the current one.\n`,
    );
    assert.equal(await whoAmI(), 'oidc:ada');
    await kubectl(['get', 'configmaps']);
    assert.match((await kubectl.attempt(['get', 'secrets'])).err, /"oidc:ada" cannot list resource "secrets"/);

    const text = await readFile(config, 'utf8');
    for (const part of ['# Written by hand.', '- name: other # not ours', 'x-note: kept', 'token: abc'])
      assert.ok(text.includes(part), part);
    for (const path of [config, await savedFile()]) assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('is a credential plugin of kubectl 1.20, too', async () => {
    const old = join(home, 'old');
    await writeFile(old, (await readFile(config, 'utf8')).replace('authentication.k8s.io/v1', '$&beta1'));
    await createKubectl({ tool: 'KUBECTL_OLD', kubeconfig: old, home })(['get', 'configmaps']);
  });

  it('renews an expired token, for many calls of kubectl at once too', async () => {
    const before = [provider.issued(), (await saved()).tokens?.refreshToken];
    await kubectl(['get', 'configmaps']);
    assert.equal(provider.issued(), before[0]);
    await expire();
    // The provider revokes everything when a refresh token is used twice.
    await Promise.all([1, 2, 3, 4].map(() => kubectl(['get', 'configmaps'])));
    assert.equal(provider.issued(), Number(before[0]) + 1);
    assert.notEqual((await saved()).tokens?.refreshToken, before[1]);
    await expire();
    await kubectl(['get', 'configmaps']);
    assert.equal(provider.issued(), Number(before[0]) + 2);
  });

  it('does not use a file that other users can read', async () => {
    await chmod(await savedFile(), 0o644);
    const { code, err } = await kubectl.attempt(['get', 'configmaps']);
    assert.equal(code, 1);
    assert.match(err, /login\.json is not used, since other users may read it \(mode 644\)/);
    await chmod(await savedFile(), 0o600);
  });

  it('opens the browser, and takes the authority of the server from the kubeconfig', async () => {
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${home}/opened\n`, { mode: 0o755 });
    const environment = { DISPLAY: ':9', PATH: `${bin}:${process.env['PATH']}` };
    const command = start(['login', server.url, withAuthority(), '--switch-context=false'], environment);
    const link = await shown(command, LINK);
    await eventually(async () => (await readFile(join(home, 'opened'), 'utf8').catch(() => '')) === link);
    // A page of the browser knows the port, but not the state.
    const redirect = new URL(new URL(link).searchParams.get('redirect_uri') ?? '');
    for (const [search, status] of [
      ['?code=x&state=y', 400],
      ['', 400],
    ] as const) {
      redirect.search = search;
      assert.equal((await fetch(redirect)).status, status);
    }
    redirect.pathname = '/other';
    assert.equal((await fetch(redirect)).status, 404);
    const { code, err } = await signIn(command);
    assert.equal(code, 0, err);
    assert.match(err, /An answer that does not belong to this sign-in was ignored/);
  });

  it('signs in on another device', async () => {
    const command = start(['login', server.url, withAuthority()]);
    const [link, userCode] = [await shown(command, LINK), await shown(command, CODE)];
    await signInAtProvider(link, { caPem: provider.caPem, user: 'ada', userCode });
    const { code, out, err } = await command.exited;
    assert.equal(code, 0, err);
    assert.match(out, /as oidc:ada\./);
  });

  it('signs out, and says what to run once the issuer refuses to renew', async () => {
    const copy = join(home, 'copy');
    await copyFile(await savedFile(), copy);
    const file = await savedFile();
    const { code, out, err } = await run(['logout', server.url]);
    assert.deepEqual([code, out, err], [0, `Signed out of ${server.url}.\n`, '']);
    await assert.rejects(stat(file), { code: 'ENOENT' });
    const none = await kubectl.attempt(['get', 'configmaps']);
    assert.match(none.err, /no user is signed in\. Run: pilothouse login https:\S+ --issuer-url=/);

    await copyFile(copy, file);
    await expire();
    const revoked = await kubectl.attempt(['get', 'configmaps']);
    assert.match(revoked.err, /refuses the sign-in \(invalid_grant\b.*Run: pilothouse login https:\S+ --issuer-url=/);
  });

  it('signs in again on a terminal', async () => {
    const info = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', spec: { interactive: true } };
    const plugin = ['login', `--server=${server.url}`, `--issuer-url=${provider.issuer}`, '--client-id=kubectl'];
    const command = start([...plugin, withAuthority(), '--no-browser'], { KUBERNETES_EXEC_INFO: JSON.stringify(info) });
    const exit = await signIn(command);
    assert.equal(exit.code, 0, exit.err);
    const credential = JSON.parse(exit.out) as { apiVersion: string; kind: string; status: Record<string, string> };
    assert.deepEqual([credential.apiVersion, credential.kind], [info.apiVersion, info.kind]);
    assert.ok(Date.parse(credential.status['expirationTimestamp'] ?? '') > Date.now());
    assert.equal(await whoAmI(), 'oidc:ada');
  });

  it('says that the keyring has no program', async () => {
    const words = ['login', server.url, withAuthority(), '--no-browser', '--keyring'];
    const { code, err } = await signIn(start(words, { PATH: '/none' }));
    assert.equal(code, 1);
    assert.match(err, /error: secret-tool is not installed; install it, or sign in without --keyring/);
  });

  it('keeps tokens in the keyring', async () => {
    const bin = join(home, 'keyring');
    await mkdir(bin);
    const script = `#!/bin/sh
case $1 in
store) cat > ${bin}/secret ;;
lookup) cat ${bin}/secret 2>/dev/null ;;
clear) rm -f ${bin}/secret ;;
esac
`;
    await writeFile(join(bin, 'secret-tool'), script, { mode: 0o755 });
    const environment = { PATH: `${bin}:${process.env['PATH']}` };
    const command = start(['login', server.url, withAuthority(), '--no-browser', '--keyring'], environment);
    assert.equal((await signIn(command)).code, 0);
    assert.equal((await saved()).tokens, undefined);
    await kubectl(['get', 'configmaps'], { environment });
    const { code, err } = await run(['logout'], environment);
    assert.equal(code, 0, err);
    assert.deepEqual(await readdir(bin), ['secret-tool']);
  });

  describe('reports', () => {
    const explicit = (issuer: string, client = 'kubectl'): string[] => [
      `--issuer-url=${issuer}`,
      `--client-id=${client}`,
    ];
    const cases: readonly (readonly [title: string, args: () => string[], expected: RegExp])[] = [
      [
        'a server that names no issuer',
        () => [provider.issuer, `--certificate-authority=${providerCa}`],
        /does not say how to sign in \(it answers with 404\)\. Set --issuer-url and --client-id/,
      ],
      [
        'a server that is away',
        () => ['https://127.0.0.1:1'],
        /https:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
      ],
      [
        'an issuer that is away',
        () => [server.url, ...explicit('https://127.0.0.1:1')],
        /the issuer https:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
      ],
      [
        'an issuer with an unknown authority',
        () => [server.url, ...explicit(provider.issuer)],
        /certificate of the issuer \S+ is signed by an unknown authority .*--issuer-certificate-authority/,
      ],
      [
        'a client that the issuer does not know',
        () => [server.url, ...explicit(provider.issuer, 'unknown'), withAuthority(), '--device'],
        /does not accept the client "unknown" \(invalid_client/,
      ],
      [
        'another issuer than it says',
        () => [server.url, ...explicit(`${provider.issuer}/x`), withAuthority()],
        /unexpected status .*is --issuer-url right\?/,
      ],
      [
        'entries of others',
        () => [server.url, withAuthority(), '--name=other'],
        /the cluster "other" is for "https:\/\/other\.example"; choose another --name/,
      ],
    ];
    for (const [title, args, expected] of cases) {
      it(title, async () => {
        const before = await readFile(config, 'utf8');
        const { code, out, err } = await run(['login', ...args()]);
        assert.deepEqual([code, out], [1, '']);
        assert.match(err, expected);
        assert.doesNotMatch(err, /^ {4}at /m);
        assert.equal(await readFile(config, 'utf8'), before);
      });
    }

    it('a home that cannot be written', async () => {
      const { code, err } = await run(['login', server.url, withAuthority()], { XDG_STATE_HOME: config });
      assert.equal(code, 1);
      assert.match(err, /config\/pilothouse\/login cannot be written: .*ENOTDIR.*Set XDG_STATE_HOME/);
    });

    it('a kubeconfig that is locked or broken', async () => {
      const broken = join(home, 'broken');
      await writeFile(broken, 'a: [');
      const { code, err } = await run([
        'login',
        server.url,
        `--certificate-authority=${ca}`,
        `--kubeconfig=${broken}`,
        withAuthority(),
      ]);
      assert.equal(code, 1);
      assert.match(err, /broken: it is no valid YAML/);
    });
  });
});
