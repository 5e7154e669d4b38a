import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AuthorityName, IncomingRequest, PeerCertificate } from '../request/context.js';
import { RequestContext } from '../request/context.js';
import { proxyAuthenticator } from './authenticating-proxy.js';
import { clientCertificateAuthenticator } from './client-certificate.js';
import { testContext } from './context.test.helper.js';
import { unionAuthenticator } from './union.js';

const ANN = { 'x-remote-user': 'ann' };

describe('an authenticating proxy', () => {
  const options = {
    allowedNames: ['front', 'side'],
    usernameHeaders: ['X-Remote-User', 'X-Forwarded-User'],
    uidHeaders: ['X-Remote-Uid'],
    groupHeaders: ['X-Remote-Group', 'X-Other-Group'],
    extraPrefixes: ['X-Remote-Extra-'],
  };
  const union = unionAuthenticator([proxyAuthenticator(options), clientCertificateAuthenticator(createDomain())]);
  const certificate = (commonName: string, ...authorities: readonly AuthorityName[]): PeerCertificate => ({
    type: 'verified',
    commonName,
    organizations: ['org'],
    authorities,
  });
  const proxy = certificate('front', 'proxies');

  const cases: readonly (readonly [
    name: string,
    certificate: PeerCertificate,
    headers: IncomingRequest['headers'],
    wanted: string,
  ])[] = [
    ['is trusted', proxy, ANN, 'ann'],
    ['with another allowed name is trusted', certificate('side', 'proxies'), ANN, 'ann'],
    ['is trusted with the second header', proxy, { 'x-forwarded-user': 'bob' }, 'bob'],
    ['prefers the first header', proxy, { ...ANN, 'x-forwarded-user': 'bob' }, 'ann'],
    [
      'falls back to the second header if the first is empty',
      proxy,
      { 'x-remote-user': '', 'x-forwarded-user': 'bob' },
      'bob',
    ],
    ['with another name is not trusted', certificate('back', 'proxies'), ANN, 'rejected'],
    ['without a user name is not authenticated', proxy, { 'x-remote-group': 'system:masters' }, 'rejected'],
    ['without a certificate is ignored', { type: 'none' }, ANN, 'unknown'],
    ['with an untrusted certificate is refused', { type: 'unverified', reason: 'r' }, ANN, 'rejected'],
    ["with a user's certificate is that user", certificate('front', 'users'), ANN, 'front'],
    [
      "with a disallowed name and a user's certificate is that user",
      certificate('eve', 'users', 'proxies'),
      ANN,
      'eve',
    ],
    [
      "with a user's certificate and without a user name is that user",
      certificate('front', 'users', 'proxies'),
      {},
      'front',
    ],
  ];
  for (const [name, peer, headers, wanted] of cases) {
    it(name, async () => {
      const result = await union.authenticate(testContext(headers, peer));
      assert.equal(result.type === 'authenticated' ? result.user.name : result.type, wanted);
    });
  }

  it('may have any name without an allow list', async () => {
    const any = proxyAuthenticator({ ...options, allowedNames: [] });
    assert.equal((await any.authenticate(testContext(ANN, certificate('x', 'proxies')))).type, 'authenticated');
  });

  it('sets groups from repeated headers, the uid and extra values', async () => {
    const rawHeaders = [
      ['X-Remote-User', Buffer.from('jürgen').toString('latin1')],
      ['X-Remote-Uid', '7'],
      ['X-Other-Group', 'last'],
      ['X-Remote-Group', 'dev, ops'],
      ['x-remote-group', 'more'],
      ['X-Remote-Group', ''],
      ['X-Remote-Extra-Acme.com%2FScope', 'a'],
      ['X-Remote-Extra-acme.com%2fscope', 'b'],
      ['X-Remote-Extra-Bad%zz', 'c'],
    ].flat();
    const peer = { address: '', certificate: proxy };
    const request = { method: 'GET', target: '/', headers: {}, rawHeaders, body: undefined, peer };
    const result = await proxyAuthenticator(options).authenticate(new RequestContext(request));
    assert.deepEqual(result, {
      type: 'authenticated',
      user: {
        name: 'jürgen',
        uid: '7',
        groups: ['dev, ops', 'more', 'last', 'system:authenticated'],
        extra: new Map([
          ['acme.com/scope', ['a', 'b']],
          ['bad%zz', ['c']],
        ]),
      },
    });
  });

  const strangers: readonly (readonly [name: string, groups: readonly string[]])[] = [
    ['system:anonymous', ['system:unauthenticated']],
    ['system:anonymous', []],
    ['ann', ['dev', 'system:unauthenticated']],
  ];
  for (const [name, groups] of strangers) {
    it(`cannot make ${name} in [${groups.join()}] authenticated`, async () => {
      const headers = { 'x-remote-user': name, 'x-remote-group': groups };
      const result = await union.authenticate(testContext(headers, proxy));
      assert.deepEqual(result.type === 'authenticated' && [result.user.name, result.user.groups], [name, groups]);
    });
  }

  it('cannot send names that are not UTF-8', () => {
    const rawHeaders = ['X-Remote-User', 'j\xfcrgen'];
    const peer = { address: '', certificate: proxy };
    const context = new RequestContext({ method: 'GET', target: '/', headers: {}, rawHeaders, body: undefined, peer });
    assert.throws(() => proxyAuthenticator(options).authenticate(context), { code: 400 });
  });
});
