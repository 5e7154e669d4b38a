import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { resolveConsoleOptions, type ResolvedConsole } from './console-options.js';
import { CONSOLE_FLAGS } from './flags.js';

function resolve(flags: Readonly<Record<string, string>>): ResolvedConsole {
  const parsed = parseFlags(CONSOLE_FLAGS, new Map(Object.entries(flags)));
  assert.ok(parsed.ok);
  return resolveConsoleOptions(parsed.values);
}

const SERVER = { server: 'https://api.example.org' };
const FILE = 'package.json';

describe('the options of the console', () => {
  it('need only the server, on loopback', () => {
    const resolved = resolve(SERVER);
    assert.ok(resolved.ok);
    assert.deepEqual(resolved.options, {
      bindAddress: '127.0.0.1',
      securePort: 6450,
      server: { url: 'https://api.example.org' },
      sessionLifetime: 43_200,
      domain: { apiDomain: 'k8s.io' },
      metrics: { host: '127.0.0.1', port: 6451 },
      verbosity: 0,
    });
  });

  for (const [title, flags, problem] of [
    ['no server', {}, '--server is required'],
    ['another scheme', { server: 'ftp://x' }, '--server must be an http or https URL'],
    [
      'plain HTTP for other machines',
      { ...SERVER, 'bind-address': '0.0.0.0' },
      '--bind-address 0.0.0.0 is not loopback, and requires --tls-cert-file and --tls-private-key-file',
    ],
    [
      'a certificate without its key',
      { ...SERVER, 'tls-cert-file': FILE },
      '--tls-cert-file and --tls-private-key-file go together',
    ],
    ['no time', { ...SERVER, 'session-lifetime': '0' }, '--session-lifetime must be longer than 0'],
    [
      'no URL',
      { ...SERVER, 'external-url': 'console.example.org' },
      '--external-url must be an http or https URL without a path',
    ],
    [
      'a missing file',
      { ...SERVER, 'session-key-file': 'no-such-file' },
      '--session-key-file "no-such-file": there is no such file',
    ],
  ] as const) {
    it(`are rejected: ${title}`, () => assert.deepEqual(resolve(flags), { ok: false, problems: [problem] }));
  }
});
