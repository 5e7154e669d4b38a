import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { publishedTrust, type Trust } from './published-trust.js';

const HEADERS = {
  allowedNames: ['front-proxy'],
  usernameHeaders: ['X-Remote-User'],
  uidHeaders: [],
  groupHeaders: ['X-Remote-Group'],
  extraPrefixes: ['X-Remote-Extra-'],
};

describe('what is told of whom a server believes', () => {
  let [a, b]: X509Certificate[] = [];
  before(async () => {
    const authorities = await Promise.all(['a', 'b'].map((name) => newTestAuthority(name)));
    [a, b] = authorities.map(({ cert }) => cert);
  });
  const one = (certificate: X509Certificate | undefined): X509Certificate[] => (certificate ? [certificate] : []);
  const pem = (...all: readonly (X509Certificate | undefined)[]): string => all.map(String).join('');
  const told = (trust: Trust, found = {}, now = Date.now()) => publishedTrust(found, trust, now);

  it('is the authorities of users alone where no proxy signs them in', () => {
    assert.deepEqual(told({ users: one(a) }), { 'client-ca-file': String(a) });
    assert.deepEqual(told({ users: [] }), {});
  });

  it('is those of proxies, too, with the headers to read', () => {
    const proxies = { ...HEADERS, authorities: one(b) };
    assert.deepEqual(told({ users: one(a), proxies }), {
      'client-ca-file': String(a),
      'requestheader-client-ca-file': String(b),
      'requestheader-allowed-names': '["front-proxy"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
  });

  it('names headers of uids where there are any', () => {
    const proxies = { ...HEADERS, uidHeaders: ['X-Remote-Uid'], authorities: one(b) };
    assert.equal(told({ users: [], proxies })['requestheader-uid-headers'], '["X-Remote-Uid"]');
  });

  it('keeps what other replicas have told, and says nothing twice', () => {
    const other = told({ users: one(a), proxies: { ...HEADERS, authorities: one(a) } });
    const proxies = { ...HEADERS, usernameHeaders: ['X-Remote-User', 'X-User'], authorities: one(b) };
    const both = told({ users: [...one(a), ...one(b)], proxies }, other);
    assert.equal(both['client-ca-file'], pem(a, b));
    assert.equal(both['requestheader-client-ca-file'], pem(a, b));
    assert.equal(both['requestheader-username-headers'], '["X-Remote-User","X-User"]');
    assert.deepEqual(told({ users: one(a) }, both), both);
  });

  it('forgets an authority five minutes after its end', () => {
    const end = Date.parse(a?.validTo ?? '');
    const found = { 'client-ca-file': String(a) };
    assert.deepEqual(told({ users: [] }, found, end + 299_000), found);
    assert.deepEqual(told({ users: [] }, found, end + 301_000), {});
  });

  it('takes what cannot be read for nothing', () => {
    const names = { 'requestheader-allowed-names': '{', 'requestheader-username-headers': '["a",1]' };
    const found = { 'client-ca-file': 'no certificate', 'requestheader-client-ca-file': '', other: 'x', ...names };
    assert.deepEqual(told({ users: one(a) }, found), { 'client-ca-file': String(a) });
    const proxies = { ...HEADERS, authorities: one(b) };
    const { 'requestheader-allowed-names': allowed, 'requestheader-username-headers': users } = told(
      { users: [], proxies },
      found,
    );
    assert.deepEqual([allowed, users], ['["front-proxy"]', '["a","X-Remote-User"]']);
  });
});
