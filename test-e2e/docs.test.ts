import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { startEtcd } from '@pilothouse/storage/etcd/testing.js';
import { newAuthority, newClient } from './support/certificates.js';
import { isShown, readBlocks, type Block } from './support/console.js';
import { startIdentityProvider } from './support/identity-provider.js';
import { toolPath, type Tool } from './support/needs.js';
import { openPageShell, type PageShell } from './support/page-shell.js';
import { describePage, isRun, NOT_RUN, pageText, SUITES } from './support/pages.js';
import { ROOT } from './support/root.js';
import { startServer, type Server } from './support/server.js';

/** The environment of the commands of a page, and what happens around them. */
interface Stage {
  readonly shell: PageShell;
  /** Functions that run before and after a section, by its heading. */
  readonly around?: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>>;
  /** Ends processes besides the shell. */
  readonly ends?: readonly (() => Promise<unknown>)[];
}

interface Play {
  /** Pages whose commands share one directory and run in order. */
  readonly pages: readonly string[];
  /** Sections of the only page, in an order other than that of the page. */
  readonly sections?: readonly string[];
  readonly tools: readonly Tool[];
  readonly begin?: (tools: readonly Tool[], files: Readonly<Record<string, string>>) => Promise<Stage>;
}

const PLAYS: readonly Play[] = [
  { pages: ['README.md', 'docs/first-steps.md', 'docs/sizing.md', 'docs/compatibility.md'], tools: ['KUBECTL'] },
  { pages: ['docs/authentication.md'], tools: ['CURL', 'KUBECTL', 'OPENSSL'], begin: signingIn },
  { pages: ['docs/custom-resources.md'], tools: ['KUBECTL'] },
  { pages: ['docs/debugging.md'], tools: ['KUBECTL'] },
  { pages: ['docs/pod-security.md'], tools: ['KUBECTL'] },
  { pages: ['docs/admission-policies.md'], tools: ['KUBECTL'] },
  { pages: ['docs/operator-tests.md'], tools: ['PYTHON'], begin: withPython },
  { pages: ['docs/admission.md'], tools: ['KUBECTL', 'OPENSSL'], begin: withAccounts },
  { pages: ['docs/audit.md'], tools: ['CURL', 'JQ', 'KUBECTL'] },
  {
    pages: ['docs/operations.md', 'docs/upgrading.md'],
    tools: ['CURL', 'ETCD', 'JQ', 'KUBECTL', 'OPENSSL'],
    begin: onEtcd,
  },
  {
    pages: ['deploy/README.md'],
    // Compose needs a container engine. Its kubectl commands run against the server of another section.
    sections: ['Three machines: systemd', 'One machine: Compose', 'Operate Compose', 'Operate systemd'],
    tools: ['CURL', 'KUBECTL'],
    begin: onMachine,
  },
];

const nothing = async (): Promise<void> => undefined;

for (const { pages, sections, tools, begin } of PLAYS) {
  describe(pages.join(' and '), () => {
    let stage: Stage | undefined;
    after(async () => {
      await stage?.shell.close();
      for (const end of stage?.ends ?? []) await end();
    });
    for (const path of pages) {
      describePage(path, tools, ({ files, take }) => {
        before(async () => {
          const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
          stage ??= await (begin?.(tools, texts) ??
            openPageShell({ tools, files: texts }).then((shell) => ({ shell })));
        });
        for (const block of sections?.flatMap((section) => take(section)) ?? take()) {
          it(`${block.section}: ${block.examples[0]?.command.split('\n')[0] ?? ''}`, async () => {
            const [prepare, mend] = stage?.around?.[block.section] ?? [];
            await prepare?.();
            try {
              await stage?.shell.follow(block);
            } finally {
              await mend?.();
            }
          });
        }
      });
    }
  });
}

/** Credentials of the page that only others can issue. */
async function signingIn(tools: readonly Tool[]): Promise<Stage> {
  const [provider, proxies] = await Promise.all([startIdentityProvider(), newAuthority()]);
  const front = await newClient(proxies, { commonName: 'front' });
  const shell = await openPageShell({
    tools,
    environment: { ISSUER: provider.issuer, ID_TOKEN: await provider.token('ann', ['dev']) },
    files: {
      'provider.crt': provider.caPem,
      'proxies.crt': proxies.certPem,
      'front.crt': front.certPem,
      'front.key': front.keyPem,
    },
  });
  return { shell, ends: [provider.stop] };
}

/** The tests name the Python interpreter differently. */
async function withPython(_tools: readonly Tool[], files: Readonly<Record<string, string>>): Promise<Stage> {
  const programs = { python3: `#!/bin/sh\nexec '${toolPath('PYTHON')}' "$@"\n` };
  return { shell: await openPageShell({ tools: [], files, programs }) };
}

/** Waits for the service account that pods need. A user types more slowly than the controllers create it. */
async function withAccounts(tools: readonly Tool[], files: Readonly<Record<string, string>>): Promise<Stage> {
  const shell = await openPageShell({ tools, files });
  const isThere = 'kubectl --kubeconfig .pilothouse/kubeconfig get serviceaccount default';
  const wait = (): Promise<unknown> => shell.run(`until ${isThere}; do sleep 0.2; done`);
  return { shell, around: { Policies: [nothing, wait] } };
}

/** One of several machines, with an etcd. */
async function onEtcd(tools: readonly Tool[]): Promise<Stage> {
  const etcd = await startEtcd();
  const shell = await openPageShell({
    tools: tools.filter((tool) => tool !== 'ETCD'),
    replacements: () => ({
      'http://127.0.0.1:2379': etcd.endpoints[0] ?? '',
      'api.example.com:6443': '127.0.0.1:6443',
      '10.0.0.1:6443': '127.0.0.1:6443',
      'node-1_': `${hostname()}_`,
    }),
  });
  return {
    shell,
    around: { 'etcd is down or slow': [() => etcd.kill(0), () => etcd.restart(0)] },
    ends: [etcd.stop],
  };
}
/** A machine whose root is a directory with the user as root and without systemd: the server is started directly. */
async function onMachine(): Promise<Stage> {
  let server: Server | undefined;
  const shell = await openPageShell({
    tools: ['CURL', 'KUBECTL'],
    programs: {
      sudo: '#!/bin/sh\n[ "$1" != -u ] || shift 2\nexec "$@"\n',
      // No other user exists who could own a file.
      install: `#!/bin/sh
n=$#
while [ $n -gt 0 ]; do
  word=$1; shift; n=$((n - 1))
  case $word in -o | -g) shift; n=$((n - 1)) ;; *) set -- "$@" "$word" ;; esac
done
exec /usr/bin/install "$@"
`,
      // backup.test.ts restores real snapshots.
      etcdctl: '#!/bin/sh\nexec etcdutl "$@"\n',
      etcdutl: '#!/bin/sh\nuntil [ "$1" = --data-dir ]; do shift; done\nmkdir "$2"\n',
      // The edits that the page asks for.
      sudoedit: '#!/bin/sh\nsed -i.former "s/haproxy/127.0.0.1/; s/6443/$PORT/" "$1"\n',
    },
    replacements: (directory) => ({
      ' /etc/': ` ${directory}/etc/`,
      '=/etc/': `=${directory}/etc/`,
      ' /usr/': ` ${directory}/usr/`,
      ' /var/': ` ${directory}/var/`,
      '-C / ': `-C ${directory} `,
      'apiserver-1:6443': 'localhost:6443',
    }),
  });
  await shell.run('mkdir -p etc/systemd/system usr/lib/sysusers.d usr/local/lib var/lib/pilothouse/etcd/data');
  await shell.run('echo > etcd-20261122T020000Z.db');
  await shell.run(`export PORT=${shell.port(6443)}`);

  async function startOnce(): Promise<void> {
    const at = (name: string): string => join(shell.directory, 'etc/pilothouse/certificates', name);
    if (server !== undefined || !existsSync(at('apiserver.crt'))) return;
    server = await startServer(
      [
        '--ephemeral',
        `--secure-port=${shell.port(6443)}`,
        `--tls-cert-file=${at('apiserver.crt')}`,
        `--tls-private-key-file=${at('apiserver.key')}`,
        `--client-ca-file=${at('pilothouse-ca-bundle.crt')}`,
        `--service-account-signing-key-file=${at('service-account.key')}`,
        `--service-account-key-file=${at('service-account.pub')}`,
        `--audit-policy-file=${join(at('..'), 'audit.yaml')}`,
        '--audit-log-path=/dev/null',
      ],
      {},
      'apiserver',
    );
  }
  return {
    shell,
    around: { 'Three machines: systemd': [startOnce, nothing] },
    ends: [async () => server?.crash()],
  };
}

describe('commands on pages', () => {
  const directories = [
    '.',
    'docs',
    'deploy',
    'helm/pilothouse',
    ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`),
  ];
  const pages = directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory)).flatMap((name) => (name.endsWith('.md') ? [join(directory, name)] : [])),
  );
  const blocksOf = (path: string): Block[] => readBlocks(pageText(path));
  const commands = pages.flatMap((path) => blocksOf(path).flatMap(({ examples }) => examples));

  it('are all run by a suite, except those with a reason', () => {
    const wanted = pages.filter((path) => blocksOf(path).some(({ examples }) => examples.some(isRun)));
    assert.deepEqual(wanted.sort(), Object.keys(SUITES).sort());
    const own = new Set(PLAYS.flatMap((play) => play.pages));
    for (const [path, suite] of Object.entries(SUITES)) {
      if (suite === 'docs.test.ts') assert.ok(own.has(path), path);
      else assert.ok(pageText(`test-e2e/${suite}`).includes(`describePage('${path}'`), `${suite} runs no ${path}`);
    }
  });

  for (const { command, why } of NOT_RUN) {
    it(`are not run where ${why}, and such commands exist`, () => {
      assert.ok(
        commands.some((each) => command.test(each.command)),
        String(command),
      );
    });
  }

  const wrong: readonly (readonly [text: string, message: RegExp])[] = [
    ['# A\n\n```sh\n$ ls\n```\n', /A: commands belong in ```console/],
    ['# A\n\n```console skip\n$ ls\n```\n', /A: ```console skip is unknown/],
    ['# A\n\n```console\nls\n```\n', /no command before ls/],
  ];
  for (const [text, message] of wrong) {
    it(`are rejected as in ${JSON.stringify(text)}`, () => assert.throws(() => readBlocks(text), message));
  }
});

describe('docs/authentication.md', () => {
  const rows = pageText('docs/authentication.md')
    .split('\n')
    .filter((line) => line.startsWith('| `--'));
  for (const { name, default: byDefault } of FLAGS.filter(({ group }) => group === 'Authentication') as FlagTable) {
    it(`explains --${name}`, () => {
      const row = rows.find((line) => line.startsWith(`| \`--${name}\` |`)) ?? assert.fail('it is in no table');
      assert.ok(byDefault === undefined || byDefault === '0' || row.includes(`| \`${byDefault}\` |`), row);
    });
  }
});

describe('the output on a page', () => {
  const cases: readonly (readonly [shown: string, actual: string, isAlike: boolean])[] = [
    ['', '', true],
    ['', 'x\n', false],
    ['a  b', 'a    b  \n', true],
    ['a b', 'ab\n', false],
    ['a.b', 'axb\n', false],
    ['a … d', 'a b c d\n', true],
    ['a … d', 'a b\nc d\n', false],
    ['…\nc', 'a\nb\nc\n', true],
    ['a\n…', 'a\n', true],
    ['a', 'a\nb\n', false],
    ['a\nb', 'a\n', false],
    ['until 2027-11-21T22:07:47Z.', 'until 2036-01-01T00:00:00.123Z.\n', true],
    ['until 2027-11-21T22:07:47Z.', 'until later.\n', false],
    ['default   Active   5s', 'default   Active   1m12s\n', true],
    ['default   Active   5s', 'default   Active   <unknown>\n', false],
    ['up{job="a"} 1', 'up{job="a"} 17\n', true],
    ['up{job="a"} 1', 'up{job="b"} 1\n', false],
    ['(x) [y] {z} $1', '(x) [y] {z} $1\n', true],
  ];
  for (const [shown, actual, isAlike] of cases) {
    it(`${JSON.stringify(shown)} ${isAlike ? 'is' : 'is not'} ${JSON.stringify(actual)}`, () => {
      assert.equal(isShown(shown === '' ? [] : shown.split('\n'), actual), isAlike);
    });
  }
});
