import assert from 'node:assert/strict';
import { resolve as absolute } from 'node:path';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { LOGIN_FLAGS } from './flags.js';
import { resolveLogin, type ResolvedLogin } from './login-options.js';

function resolve(argument: string, flags: Readonly<Record<string, string>> = {}): ResolvedLogin {
  const parsed = parseFlags(LOGIN_FLAGS, new Map(Object.entries(flags)));
  assert.ok(parsed.ok);
  return resolveLogin(parsed.values, argument);
}

const ISSUER = { 'issuer-url': 'https://id.example/', 'client-id': 'c' };
const URL_PROBLEM = 'must be an https URL without user, query and fragment';

describe('the flags of pilothouse login', () => {
  it('need only the URL', () => {
    assert.deepEqual(resolve('https://api.example:6443/'), {
      ok: true,
      options: {
        isPlugin: false,
        server: 'https://api.example:6443',
        issuer: {},
        flow: { method: 'auto', redirectUrl: new URL('http://127.0.0.1:0/callback') },
        keyring: false,
        name: 'api.example:6443',
        switchContext: true,
      },
    });
  });

  it('name an issuer exactly, and files by their absolute paths', () => {
    const flags = { ...ISSUER, 'client-secret-file': 'package.json', 'no-browser': 'true', scope: 'openid,groups' };
    const resolved = resolve('', { ...flags, server: 'https://api.example/k8s' });
    assert.ok(resolved.ok);
    const { isPlugin, server, issuer, flow } = resolved.options;
    assert.deepEqual([isPlugin, server, flow.method], [true, 'https://api.example/k8s', 'print']);
    assert.deepEqual(issuer, {
      issuer: 'https://id.example/',
      clientId: 'c',
      scopes: ['openid', 'groups'],
      clientSecretFile: absolute('package.json'),
    });
  });

  for (const [argument, flags, problem] of [
    ['', {}, 'the URL of the API server is missing'],
    ['http://api.example', {}, `"http://api.example" ${URL_PROBLEM}`],
    ['https://u:p@api.example', {}, `"https://u:p@api.example" ${URL_PROBLEM}`],
    ['', { server: 'x', ...ISSUER }, `"x" ${URL_PROBLEM}`],
    ['', { server: 'https://a' }, '--server needs --issuer-url and --client-id'],
    ['https://a', { server: 'https://a' }, '--server and the URL contradict each other'],
    ['https://a', { 'client-id': 'c' }, '--issuer-url and --client-id go together'],
    ['https://a', { ...ISSUER, 'issuer-url': 'http://id' }, `--issuer-url "http://id" ${URL_PROBLEM}`],
    ['https://a', { scope: 'email' }, '--scope must contain openid'],
    ['https://a', { device: 'true', 'no-browser': 'true' }, '--device and --no-browser contradict each other'],
    ['https://a', { 'certificate-authority': 'none' }, '--certificate-authority "none": there is no such file'],
    ...['https://127.0.0.1/', 'http://0.0.0.0/', 'http://example.org/', 'x'].map(
      (url) =>
        [
          'https://a',
          { 'redirect-url': url },
          `--redirect-url "${url}" must be an http URL of 127.0.0.1, [::1] or localhost`,
        ] as const,
    ),
  ] as const) {
    it(`are rejected: ${problem}`, () =>
      assert.deepEqual(resolve(argument, flags), { ok: false, problems: [problem] }));
  }
});
