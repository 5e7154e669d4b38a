import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { newAuthority, newClient } from './support/certificates.js';
import { isShown, openShell, readBlocks, type Shell } from './support/console.js';
import { startIdentityProvider, type IdentityProvider } from './support/identity-provider.js';
import { describeWith, toolPath } from './support/needs.js';
import { makePlace, type Place } from './support/place.js';
import { MAIN } from './support/server.js';
import { startTokenWebhook, type TokenWebhook } from './support/token-webhook.js';

const pageText = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url)), 'utf8');

/** Pages with marked blocks, each of which begins in an empty directory. */
const PAGES = ['authentication', 'debugging'];
const PROGRAMS = ['CURL', 'KUBECTL', 'OPENSSL'] as const;

describeWith(PROGRAMS, 'pages show what happens', () => {
  let provider: IdentityProvider;
  let hook: TokenWebhook;
  before(async () => {
    [provider, hook] = await Promise.all([startIdentityProvider(), startTokenWebhook()]);
  });
  after(() => Promise.all([provider.stop(), hook.stop()]));

  for (const page of PAGES) {
    describe(`docs/${page}.md`, () => {
      let place: Place;
      let shell: Shell;

      before(async () => {
        place = await makePlace('embedded');
        shell = await prepare(place.directory, provider, hook);
      });
      after(async () => {
        await shell.close();
        await place.remove();
      });

      /** A server in the background, in place of one that ran before; what it says until it is ready, or ends. */
      const serve = (command: string): Promise<string> =>
        shell.run(`
          if [ -n "$SERVER" ]; then kill "$SERVER"; wait "$SERVER"; fi 2> /dev/null
          : > server.log
          ${command} --secure-port=0 >> server.log 2>&1 &
          SERVER=$!
          until grep -q ' is ready at ' server.log || ! kill -0 "$SERVER"; do sleep 0.05; done
          cat server.log`);

      for (const { kind, programs, section, examples } of readBlocks(pageText(page))) {
        it(`${section}: ${examples[0]?.command.split('\n')[0] ?? ''}`, async () => {
          for (const program of programs) assert.notEqual(await shell.run(`command -v ${program}`), '', program);
          for (const { command, output } of examples) {
            const actual = await (kind === 'serve' ? serve(command) : shell.run(command));
            assert.ok(
              isShown(output, actual),
              `$ ${command}\n${actual}\nis not what the page shows:\n${output.join('\n')}`,
            );
          }
        });
      }
    });
  }
});

/** A shell in the directory, with all that pages say is there. */
async function prepare(directory: string, provider: IdentityProvider, hook: TokenWebhook): Promise<Shell> {
  const proxies = await newAuthority();
  const front = await newClient(proxies, { commonName: 'front' });
  const files = {
    'provider.crt': provider.caPem,
    'hook.crt': hook.caPem,
    'proxies.crt': proxies.certPem,
    'front.crt': front.certPem,
    'front.key': front.keyPem,
    'bin/pilothouse': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
  };
  const bin = join(directory, 'bin');
  await mkdir(bin);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
  await chmod(join(bin, 'pilothouse'), 0o755);
  await Promise.all(PROGRAMS.map((tool) => symlink(toolPath(tool), join(bin, tool.toLowerCase()))));
  return openShell(directory, {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: directory,
    ISSUER: provider.issuer,
    ID_TOKEN: await provider.token('ann', ['dev']),
    HOOK: hook.url,
  });
}

describe('docs/authentication.md', () => {
  const rows = pageText('authentication')
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
    ['(x) [y] {z} $1', '(x) [y] {z} $1\n', true],
  ];
  for (const [shown, actual, isAlike] of cases) {
    it(`${JSON.stringify(shown)} ${isAlike ? 'is' : 'is not'} ${JSON.stringify(actual)}`, () => {
      assert.equal(isShown(shown === '' ? [] : shown.split('\n'), actual), isAlike);
    });
  }
});
