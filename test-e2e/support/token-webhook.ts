import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { newAuthority, newClient, newServer } from './certificates.js';

/** A token webhook that knows the tokens `hook-<user>`, over HTTPS on 127.0.0.1. */
export interface TokenWebhook {
  readonly url: string;
  readonly caPem: string;
  /** With a client certificate of the service's own authority. */
  readonly kubeconfig: string;
  /** The tokens that it was asked to review, in order. */
  readonly asked: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface TokenWebhookOptions {
  /** Whether clients need a certificate of its authority. False by default. */
  readonly needsCertificate?: boolean;
}

export async function startTokenWebhook({ needsCertificate = false }: TokenWebhookOptions = {}): Promise<TokenWebhook> {
  const asked: string[] = [];
  const authority = await newAuthority();
  const [serving, client] = await Promise.all([
    newServer(authority, ['127.0.0.1']),
    newClient(authority, { commonName: 'apiserver' }),
  ]);
  const tls = { cert: serving.certPem, key: serving.keyPem, ca: authority.certPem, requestCert: needsCertificate };
  const server = createServer(tls, (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as { spec: { token: string } };
      const { token } = review.spec;
      asked.push(token);
      const username = /^hook-(.*)$/.exec(token)?.[1];
      const user = { username, groups: ['dev'] };
      const status = username === undefined ? { authenticated: false } : { authenticated: true, user };
      outgoing.end(JSON.stringify({ ...review, status }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/authenticate`;
  return {
    url,
    caPem: authority.certPem,
    kubeconfig: kubeconfig({ server: url, caPem: authority.certPem, user: client, name: 'hook' }),
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
