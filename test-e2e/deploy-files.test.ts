import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY, readCompose } from './support/compose.js';
import { describeWith, toolPath } from './support/needs.js';
import { MAIN } from './support/server.js';

const ROOT = join(DEPLOY, '..');
const PROGRAMS = ['apiserver', 'controller-manager', 'token-review', 'admission', 'certificates'];

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
      it(`gives ${name} flags that it has`, () => assert.deepEqual(unknownFlags(command), []));
    }
  });

  describe('systemd/', () => {
    for (const file of readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'))) {
      const text = readFileSync(join(DEPLOY, 'systemd', file), 'utf8').replaceAll('\\\n', ' ');
      const values = (key: string): string[] =>
        [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
      const [program = '', ...args] = (values('ExecStart')[0] ?? '').split(/ +/);

      it(`${file} gives flags that there are`, () => {
        if (program.endsWith('/pilothouse'))
          assert.deepEqual(unknownFlags(args.filter((arg) => arg !== '$OPTIONS')), []);
      });

      it(`${file} has every variable that it needs in a file beside it`, () => {
        const named = values('EnvironmentFile').map((path) => path.replace('/etc/pilothouse/', ''));
        const given = named.map((name) => readFileSync(join(DEPLOY, 'systemd', name), 'utf8')).join('\n');
        for (const [, name = ''] of args.join(' ').matchAll(/\$\{?(\w+)\}?/g)) {
          assert.match(given, new RegExp(`^${name}=`, 'm'));
        }
      });

      it(`${file} may do little, and is not root`, () => {
        assert.deepEqual(values('User'), ['pilothouse']);
        for (const key of ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'RestrictNamespaces']) {
          assert.deepEqual(values(key), ['yes'], key);
        }
        assert.deepEqual(values('ProtectSystem'), ['strict']);
        assert.deepEqual(values('CapabilityBoundingSet'), ['']);
        // Only the API server asks for the addresses of the machine, and does not start where it is told nothing.
        const families = `AF_INET AF_INET6 AF_UNIX${args[0] === 'apiserver' ? ' AF_NETLINK' : ''}`;
        assert.deepEqual(values('RestrictAddressFamilies'), [families]);
        // V8 writes the code that it runs.
        if (program.endsWith('/pilothouse')) assert.deepEqual(values('MemoryDenyWriteExecute'), []);
      });

      it(`${file} gives as long to stop as that may take`, () => {
        const delay = Number(/--shutdown-delay-duration=(\d+)s/.exec(args.join(' '))?.[1] ?? NaN);
        if (!Number.isNaN(delay))
          assert.ok(Number(/^(\d+)s$/.exec(values('TimeoutStopSec')[0] ?? '')?.[1]) >= delay + 65);
      });
    }
  });

  describe('Containerfile', () => {
    const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ');
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');

    it('copies what there is, and what is not kept from it', () => {
      const copies = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
        sources.split(' '),
      );
      assert.ok(copies.length >= 5);
      for (const source of copies) {
        assert.ok(existsSync(join(ROOT, source)), source);
        assert.ok(ignored.includes(`!${source}`), `.dockerignore leaves out ${source}`);
      }
    });

    it('runs as nobody in particular, with the command as its entry point', () => {
      assert.match(text, /^USER 65532:65532$/m);
      assert.match(text, /^ENTRYPOINT \["pilothouse"\]$/m);
      assert.doesNotMatch(text, /^HEALTHCHECK/m);
    });

    it('has the version that there is', () => {
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
      assert.match(text, new RegExp(`^ARG VERSION=${version.replaceAll('.', '\\.')}$`, 'm'));
      assert.match(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), new RegExp(`:-pilothouse:${version}}`));
    });
  });

  describeWith(['HAPROXY'], 'haproxy.cfg', () => {
    it('is taken, also where no server has a name yet', () => {
      const args = ['-c', '-f', join(DEPLOY, 'haproxy', 'haproxy.cfg')];
      const { status, stdout, stderr } = spawnSync(toolPath('HAPROXY'), args, { encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}${stderr}`);
    });
  });
});
