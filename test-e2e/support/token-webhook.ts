import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newAuthority, newServer } from './certificates.js';

/** A service of somebody else that knows the tokens `hook-<user>`, over HTTPS on 127.0.0.1. */
export interface TokenWebhook {
  readonly url: string;
  readonly caPem: string;
  readonly stop: () => Promise<void>;
}

export async function startTokenWebhook(): Promise<TokenWebhook> {
  const authority = await newAuthority();
  const { certPem, keyPem } = await newServer(authority, ['127.0.0.1']);
  const server = createServer({ cert: certPem, key: keyPem }, (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as { spec: { token: string } };
      const username = /^hook-(.*)$/.exec(review.spec.token)?.[1];
      const user = { username, groups: ['dev'] };
      const status = username === undefined ? { authenticated: false } : { authenticated: true, user };
      outgoing.end(JSON.stringify({ ...review, status }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/authenticate`,
    caPem: authority.certPem,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
