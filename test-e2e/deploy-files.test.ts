import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEPLOY, readCompose } from './support/compose.js';
import { describeWith, toolPath } from './support/needs.js';
import { ROOT } from './support/root.js';
import { MAIN } from './support/server.js';

const HAPROXY_CFG = readFileSync(join(DEPLOY, 'haproxy', 'haproxy.cfg'), 'utf8');
const PROGRAMS = ['apiserver', 'controller-manager', 'token-review', 'admission', 'certificates', 'console'];

describe('deploy/', () => {
  let flags: ReadonlyMap<string, ReadonlySet<string>>;
  before(() => {
    const helpOf = (program: string): string =>
      spawnSync(process.execPath, [MAIN, program, '--help'], { encoding: 'utf8' }).stdout;
    flags = new Map(PROGRAMS.map((name) => [name, new Set(helpOf(name).match(/--[a-z][\w-]*/g))]));
  });

  const unknownFlags = ([program = '', ...args]: readonly string[]): string[] => {
    const known = flags.get(program);
    const used = args.flatMap((arg) => /^--[\w-]+/.exec(arg) ?? []);
    return known === undefined ? [`the program ${program}`] : used.filter((flag) => !known.has(flag));
  };

  describe('compose.yaml', () => {
    for (const [name, { image, command = [], entrypoint }] of Object.entries(readCompose().services)) {
      if (!image.startsWith('pilothouse') || entrypoint !== undefined) continue;
      it(`gives ${name} only flags that exist`, () => assert.deepEqual(unknownFlags(command), []));
    }
  });

  describe('systemd/', () => {
    for (const file of readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'))) {
      const text = readFileSync(join(DEPLOY, 'systemd', file), 'utf8').replaceAll('\\\n', ' ');
      const values = (key: string): string[] =>
        [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
      const [program = '', ...args] = (values('ExecStart')[0] ?? '').split(/ +/);

      it(`${file} has only flags that exist`, () => {
        if (program.endsWith('/pilothouse'))
          assert.deepEqual(unknownFlags(args.filter((arg) => arg !== '$OPTIONS')), []);
      });

      it(`${file} has a file with every variable that it uses`, () => {
        const named = values('EnvironmentFile').map((path) => path.replace('/etc/pilothouse/', ''));
        const given = named.map((name) => readFileSync(join(DEPLOY, 'systemd', name), 'utf8')).join('\n');
        for (const [, name = ''] of args.join(' ').matchAll(/\$\{?(\w+)\}?/g)) {
          assert.match(given, new RegExp(`^${name}=`, 'm'));
        }
      });

      it(`${file} runs as an unprivileged user in a sandbox`, () => {
        assert.deepEqual(values('User'), ['pilothouse']);
        for (const key of ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'RestrictNamespaces']) {
          assert.deepEqual(values(key), ['yes'], key);
        }
        assert.deepEqual(values('ProtectSystem'), ['strict']);
        assert.deepEqual(values('CapabilityBoundingSet'), ['']);
        // Only the API server reads the addresses of the machine. Without netlink it does not start.
        const families = `AF_INET AF_INET6 AF_UNIX${args[0] === 'apiserver' ? ' AF_NETLINK' : ''}`;
        assert.deepEqual(values('RestrictAddressFamilies'), [families]);
        // V8 needs writable and executable memory.
        if (program.endsWith('/pilothouse')) assert.deepEqual(values('MemoryDenyWriteExecute'), []);
      });

      it(`${file} gives the server its full shutdown time`, () => {
        const delay = Number(/--shutdown-delay-duration=(\d+)s/.exec(args.join(' '))?.[1] ?? NaN);
        if (!Number.isNaN(delay))
          assert.ok(Number(/^(\d+)s$/.exec(values('TimeoutStopSec')[0] ?? '')?.[1]) >= delay + 65);
      });
    }
  });

  describe('Containerfile', () => {
    const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ');
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');

    it('copies only files that exist and that .dockerignore lets through', () => {
      const copies = [...text.matchAll(/^COPY (?:--chmod=\d+ )?(?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
        sources.split(' '),
      );
      assert.ok(copies.length >= 5);
      for (const source of copies) {
        assert.ok(existsSync(join(ROOT, source)), source);
        assert.ok(ignored.includes(`!${source}`), `.dockerignore leaves out ${source}`);
      }
    });

    it('runs as a user without privileges, with the command as its entry point', () => {
      assert.match(text, /^USER 65532:65532$/m);
      assert.match(text, /^ENTRYPOINT \["node", "--max-semi-space-size=16", "\/usr\/local\/bin\/pilothouse"\]$/m);
      assert.doesNotMatch(text, /^HEALTHCHECK/m);
    });

    it('takes npm registries and authorities from optional secrets', () => {
      const installs = text.split('\n').filter((line) => line.includes('npm ci'));
      assert.equal(installs.length, 2);
      for (const line of installs) {
        assert.match(line, /^RUN --mount=type=secret,id=npmrc --mount=type=secret,id=ca +npm ci/);
      }
      assert.match(text, /NPM_CONFIG_USERCONFIG=\/run\/secrets\/npmrc +NPM_CONFIG_CAFILE=\/run\/secrets\/ca /);
      assert.doesNotMatch(text, /required/);
    });

    it('installs dependencies before it copies sources, so that the layer is cached', () => {
      const stages = text.split(/^FROM /m).slice(1);
      for (const stage of stages.filter((each) => each.includes('npm ci'))) {
        assert.doesNotMatch(stage.slice(0, stage.indexOf('npm ci')), /^COPY /m);
      }
    });

    it('produces an image without npm, whose files are readable whatever the umask of the clone', () => {
      const last = text.slice(text.lastIndexOf('\nFROM '));
      for (const path of ['lib/node_modules', 'bin/npm', 'bin/npx', 'bin/corepack', 'bin/yarn']) {
        assert.ok(last.includes(`/usr/local/${path} `), path);
      }
      assert.match(last, /^COPY --chmod=0644 LICENSE /m);
      assert.match(text, /chmod 0644 services\/cli\/package\.json/);
    });

    it('has the current version', () => {
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
      assert.match(text, new RegExp(`^ARG VERSION=${version.replaceAll('.', '\\.')}$`, 'm'));
      assert.match(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), new RegExp(`:-pilothouse:${version}}`));
    });
  });

  describe('haproxy.cfg', () => {
    const [before = '', lookUp = '', after = ''] = HAPROXY_CFG.split(/^\.(?:if defined\(LOOK_UP_AGAIN\)|endif)\n/m);

    it('resolves names by DNS only if that is configured, since DNS does not read /etc/hosts', () => {
      assert.match(lookUp, /^ +default-server init-addr libc,none resolvers \w+ resolve-opts allow-dup-ip\n$/);
      for (const text of [before, after])
        assert.doesNotMatch(text, /default-server.* resolvers |^ +server.* resolvers /m);
      assert.deepEqual({ ...readCompose().services['haproxy']?.environment }, { LOOK_UP_AGAIN: 'yes' });
    });

    it('tries every server if none is ready', () => {
      const servers = [...after.matchAll(/^ +server (\S+) (\S+)$/gm)].map(([, name, address]) => `${name} ${address}`);
      const unasked = [...after.matchAll(/^ +server (\S+)-unasked (\S+) no-check backup$/gm)];
      assert.equal(servers.length, 3);
      assert.deepEqual(
        unasked.map(([, name, address]) => `${name} ${address}`),
        servers,
      );
      assert.match(after, /^ +option allbackups$/m);
    });

    it('notices a stopping server within half of its shutdown delay', () => {
      const seconds = Number(/ inter (\d+)s /.exec(before)?.[1] ?? NaN);
      const unit = readFileSync(join(DEPLOY, 'systemd', 'pilothouse-apiserver.service'), 'utf8');
      for (const text of [unit, readCompose().services['apiserver-1']?.command?.join(' ') ?? '']) {
        assert.ok(Number(/--shutdown-delay-duration=(\d+)s/.exec(text)?.[1]) / 2 > seconds);
      }
      // "Not ready" takes effect with the next check, and connections stay open.
      assert.match(before, /^ +http-check expect status 200 error-status L7OKC$/m);
    });

    it('is stopped at once by Compose: a soft stop would wait for watches', () => {
      assert.equal(readCompose().services['haproxy']?.stop_signal, 'SIGTERM');
    });
  });

  describeWith(['HAPROXY'], 'haproxy', () => {
    let directory: string;
    before(() => {
      directory = mkdtempSync(join(tmpdir(), 'haproxy-'));
    });
    after(() => rmSync(directory, { recursive: true }));
    const check = (text: string, env: Readonly<Record<string, string>>): void => {
      const file = join(directory, 'haproxy.cfg');
      writeFileSync(file, text);
      const { status, stdout, stderr } = spawnSync(toolPath('HAPROXY'), ['-c', '-f', file], { encoding: 'utf8', env });
      assert.equal(status, 0, `${stdout}${stderr}`);
    };

    it('accepts haproxy.cfg with names of /etc/hosts', () => {
      check(HAPROXY_CFG.replaceAll(/ apiserver-\d:/g, ' localhost:'), {});
    });

    it('accepts haproxy.cfg with DNS resolvers and names that do not resolve yet', () => {
      check(HAPROXY_CFG, { LOOK_UP_AGAIN: 'yes' });
    });
  });

  it("nginx.conf names the PID file of the distribution's unit", () => {
    assert.match(readFileSync(join(DEPLOY, 'nginx', 'nginx.conf'), 'utf8'), /^pid \/run\/nginx\.pid;$/m);
  });
});
