/**
 * A webhook in a process of its own, which adds a label or admits. It sends its port, and a message for each call. The
 * variable WEBHOOK holds its certificate, its key and whether it mutates.
 */
import { createSecureServer } from 'node:http2';

export interface WebhookSettings {
  readonly cert: string;
  readonly key: string;
  readonly isMutating: boolean;
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string };
}

const { cert, key, isMutating } = JSON.parse(process.env['WEBHOOK'] ?? '') as WebhookSettings;

const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/metadata/labels/seen', value: 'true' }]));
const change = { patchType: 'JSONPatch', patch: patch.toString('base64') };

const server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += String(chunk)));
  request.on('end', () => {
    const { apiVersion, kind, request: review } = JSON.parse(text) as Review;
    response.setHeader('content-type', 'application/json');
    const answer = { uid: review.uid, allowed: true, ...(isMutating && change) };
    response.end(JSON.stringify({ apiVersion, kind, response: answer }));
    process.send?.('called');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
