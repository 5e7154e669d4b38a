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

describe('published trust', () => {
  let [a, b]: X509Certificate[] = [];
  before(async () => {
    const authorities = await Promise.all(['a', 'b'].map((name) => newTestAuthority(name)));
    [a, b] = authorities.map(({ cert }) => cert);
  });
  const one = (certificate: X509Certificate | undefined): X509Certificate[] => (certificate ? [certificate] : []);
  const pem = (...all: readonly (X509Certificate | undefined)[]): string => all.map(String).join('');
  const published = (trust: Trust, found = {}, now = Date.now()) => publishedTrust(found, trust, now);

  it('is only the user authorities without an authenticating proxy', () => {
    assert.deepEqual(published({ users: one(a) }), { 'client-ca-file': String(a) });
    assert.deepEqual(published({ users: [] }), {});
  });

  it('includes proxy authorities and header names', () => {
    const proxies = { ...HEADERS, authorities: one(b) };
    assert.deepEqual(published({ users: one(a), proxies }), {
      'client-ca-file': String(a),
      'requestheader-client-ca-file': String(b),
      'requestheader-allowed-names': '["front-proxy"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
  });

  it('includes uid headers if configured', () => {
    const proxies = { ...HEADERS, uidHeaders: ['X-Remote-Uid'], authorities: one(b) };
    assert.equal(published({ users: [], proxies })['requestheader-uid-headers'], '["X-Remote-Uid"]');
  });

  it('keeps entries of other replicas, without duplicates', () => {
    const other = published({ users: one(a), proxies: { ...HEADERS, authorities: one(a) } });
    const proxies = { ...HEADERS, usernameHeaders: ['X-Remote-User', 'X-User'], authorities: one(b) };
    const both = published({ users: [...one(a), ...one(b)], proxies }, other);
    assert.equal(both['client-ca-file'], pem(a, b));
    assert.equal(both['requestheader-client-ca-file'], pem(a, b));
    assert.equal(both['requestheader-username-headers'], '["X-Remote-User","X-User"]');
    assert.deepEqual(published({ users: one(a) }, both), both);
  });

  it('drops an authority five minutes after its expiration', () => {
    const end = Date.parse(a?.validTo ?? '');
    const found = { 'client-ca-file': String(a) };
    assert.deepEqual(published({ users: [] }, found, end + 299_000), found);
    assert.deepEqual(published({ users: [] }, found, end + 301_000), {});
  });

  it('drops unreadable entries', () => {
    const names = { 'requestheader-allowed-names': '{', 'requestheader-username-headers': '["a",1]' };
    const found = { 'client-ca-file': 'no certificate', 'requestheader-client-ca-file': '', other: 'x', ...names };
    assert.deepEqual(published({ users: one(a) }, found), { 'client-ca-file': String(a) });
    const proxies = { ...HEADERS, authorities: one(b) };
    const { 'requestheader-allowed-names': allowed, 'requestheader-username-headers': users } = published(
      { users: [], proxies },
      found,
    );
    assert.deepEqual([allowed, users], ['["front-proxy"]', '["a","X-Remote-User"]']);
  });
});
