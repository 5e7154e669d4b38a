import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { newAuthority, newServer } from './certificates.js';

/** A real OpenID Connect provider on 127.0.0.1, with a certificate of its own authority. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly caPem: string;
  /** An ID token that is signed with the current key. */
  readonly token: (subject: string, groups: readonly string[]) => Promise<string>;
  /** Replaces its key. */
  readonly rotate: () => void;
  /** How often its keys have been fetched. */
  readonly reads: () => number;
  /** How often tokens have been issued to clients. */
  readonly issued: () => number;
  readonly stop: () => Promise<void>;
}

const CLIENT = {
  client_id: 'pilothouse',
  client_secret: 'not so secret',
  redirect_uris: ['https://client.example/callback'],
  id_token_signed_response_alg: 'ES256',
};

export interface IdentityProviderOptions {
  /** Where a browser is sent back; also after a sign-out, to the root of its origin. Any name signs in, with a form. */
  readonly redirectUri?: string;
  /** Seconds; an hour when absent. */
  readonly idTokenLifetime?: number;
  /** The id of a public client for command lines, with both flows and refresh tokens that are valid once; none when absent. */
  readonly commandLine?: string;
}

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** A native application (RFC 8252): any port on loopback is its own. */
const commandLineClient = (id: string): object => ({
  client_id: id,
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
  id_token_signed_response_alg: 'ES256',
});

export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { redirectUri, idTokenLifetime = 3600, commandLine } = options;
  const client = {
    ...CLIENT,
    ...(redirectUri !== undefined && {
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [new URL('/', redirectUri).href],
      grant_types: ['authorization_code', 'refresh_token'],
    }),
  };
  const authority = await newAuthority();
  const serving = await newServer(authority, ['127.0.0.1']);
  let [reads, issued] = [0, 0];
  let provider: Provider;
  let listener: RequestListener = () => undefined;
  const server = createServer({ cert: serving.certPem, key: serving.keyPem }, (incoming, outgoing) => {
    if (incoming.url === '/jwks') reads++;
    if (incoming.url === '/token') issued++;
    listener(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let turn = 0;
  const rotate = (): void => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: `key-${++turn}`, use: 'sig', alg: 'ES256' };
    provider = new Provider(issuer, {
      clients: [client, ...(commandLine === undefined ? [] : [commandLineClient(commandLine)])],
      jwks: { keys: [key] },
      cookies: { keys: ['x'] },
      ttl: { IdToken: idTokenLifetime },
      features: {
        devInteractions: { enabled: redirectUri !== undefined || commandLine !== undefined },
        deviceFlow: { enabled: commandLine !== undefined },
        revocation: { enabled: commandLine !== undefined },
      },
      issueRefreshToken: () => true,
    });
    listener = provider.callback();
  };
  rotate();
  return {
    issuer,
    clientId: CLIENT.client_id,
    caPem: authority.certPem,
    async token(subject, groups) {
      const client = await provider.Client.find(CLIENT.client_id);
      assert.ok(client);
      const token = new provider.IdToken({ sub: subject }, { client });
      token.scope = 'openid';
      token.set('groups', groups);
      return token.issue({ use: 'idtoken' });
    },
    rotate,
    reads: () => reads,
    issued: () => issued,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
