import { createSecureServer } from 'node:http2';

// A webhook in a process of its own, which adds a label or admits. It sends its port, and a message for each call.
const { cert, key, isMutating } = JSON.parse(process.env.WEBHOOK);

const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/metadata/labels/seen', value: 'true' }]));
const change = { patchType: 'JSONPatch', patch: patch.toString('base64') };

const server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    const { apiVersion, kind, request: review } = JSON.parse(text);
    response.setHeader('content-type', 'application/json');
    const answer = { uid: review.uid, allowed: true, ...(isMutating && change) };
    response.end(JSON.stringify({ apiVersion, kind, response: answer }));
    process.send('called');
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
