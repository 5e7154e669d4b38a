import assert from 'node:assert/strict';
import { connectionErrorText, plainText, statusErrorText } from './call-errors.js';

const system = (code: string, more: object = {}): Error => Object.assign(new Error(`node: ${code}`), { code }, more);

describe('the error text of a failed webhook call', () => {
  const TEXTS: readonly (readonly [error: unknown, text: string])[] = [
    [system('ECONNREFUSED', { address: '10.0.0.1', port: 443 }), 'dial tcp 10.0.0.1:443: connect: connection refused'],
    [system('ECONNREFUSED', { address: '::1', port: 443 }), 'dial tcp [::1]:443: connect: connection refused'],
    [
      new AggregateError([system('ECONNREFUSED', { address: '::1', port: 1 }), system('ETIMEDOUT')]),
      'dial tcp [::1]:1: connect: connection refused',
    ],
    [system('ENOTFOUND', { hostname: 'a.b.svc' }), 'dial tcp: lookup a.b.svc: no such host'],
    [system('ECONNRESET'), 'EOF'],
    [
      system('CERT_HAS_EXPIRED'),
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
    ],
    [system('EWHATEVER'), 'node: EWHATEVER'],
    [new Error('plain'), 'plain'],
    ['text', 'text'],
  ];
  for (const [error, text] of TEXTS) it(`has the text ${text}`, () => assert.equal(connectionErrorText(error), text));

  it('includes a plain text response', () => {
    const body = Buffer.from(` why\n${' '.repeat(3_000)}x`);
    assert.equal(statusErrorText(403, plainText('text/plain', body)), 'why');
    assert.equal(statusErrorText(403, plainText('application/json', body)), 'unknown');
    assert.equal(
      statusErrorText(502, plainText(undefined, body)),
      'an error on the server ("why") has prevented the request from succeeding',
    );
  });
});
