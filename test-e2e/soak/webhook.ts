import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/free-port.js';
import { newAuthority, newServer } from '../support/certificates.js';
import { ID, REVIEWED, type Annotated } from './change.js';

/** A webhook that copies the id of each write to the annotation {@link REVIEWED}. */
export interface Webhook {
  readonly url: string;
  /** Base64. */
  readonly caBundle: string;
  readonly calls: () => number;
  /** Ends its connections, and refuses new ones. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Whether it answers. */
  answers: boolean;
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly object: Annotated };
}

const path = `/metadata/annotations/${REVIEWED.replaceAll('/', '~1')}`;

export async function startWebhook(): Promise<Webhook> {
  const authority = await newAuthority();
  const { certPem: cert, keyPem: key } = await newServer(authority, ['127.0.0.1']);
  const port = await freePort();
  const sessions = new Set<ServerHttp2Session>();
  let calls = 0;
  let server: Http2SecureServer | undefined;

  function answer(body: string): string {
    const { apiVersion, kind, request } = JSON.parse(body) as Review;
    const patch = JSON.stringify([{ op: 'add', path, value: request.object.metadata.annotations?.[ID] ?? '' }]);
    const change = { patchType: 'JSONPatch', patch: Buffer.from(patch).toString('base64') };
    return JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true, ...change } });
  }

  const webhook: Webhook = {
    url: `https://127.0.0.1:${port}/review`,
    caBundle: Buffer.from(authority.certPem).toString('base64'),
    calls: () => calls,
    answers: true,
    async start() {
      server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
        const respond = async (): Promise<void> => {
          const body = await text(request);
          calls += 1;
          if (!webhook.answers) return;
          response.setHeader('content-type', 'application/json');
          response.end(answer(body));
        };
        respond().catch(() => response.destroy());
      });
      server.on('session', (session) => {
        sessions.add(session);
        session.on('close', () => sessions.delete(session));
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      if (server === undefined) return;
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      await closed;
      server = undefined;
    },
  };
  await webhook.start();
  return webhook;
}
