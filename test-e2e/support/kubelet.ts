import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { spdyPeer } from './spdy-peer.js';
import { acceptKey, webSocketPeer } from './web-socket-peer.js';

export interface KubeletOptions {
  readonly certificate: KeyPair;
  /** The authority of the client certificates that it accepts (PEM). */
  readonly clientAuthority: string;
}

/**
 * A server with the API of a kubelet for logs and streams. The command of a container copies its input, and exits with the
 * code that its argument names. Its ports send back what they get.
 */
export interface Kubelet {
  readonly port: number;
  /** Method, path and query of each request. */
  readonly seen: string[];
  /** Requests whose response or upgraded connection has not ended. */
  readonly open: () => number;
  /** Whether it speaks the WebSocket protocols of kubectl, as from 1.36 on. */
  speaksWebSockets: boolean;
  /** Refuses all upgrades with this text. */
  refusal: string | undefined;
  readonly close: () => Promise<void>;
}

const SUCCESS = { metadata: {}, status: 'Success' };

export async function startKubelet({ certificate, clientAuthority }: KubeletOptions): Promise<Kubelet> {
  let open = 0;
  const server = createServer(
    { cert: certificate.certPem, key: certificate.keyPem, ca: clientAuthority, requestCert: true },
    (request, response) => {
      note(request, response);
      if (request.url?.startsWith('/containerLogs/') === true) sendLog(request, response);
      else response.end('ok');
    },
  );
  const kubelet: Kubelet = {
    port: 0,
    seen: [],
    open: () => open,
    speaksWebSockets: true,
    refusal: undefined,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function note({ method, url }: IncomingMessage, ending: ServerResponse | Duplex): void {
    kubelet.seen.push(`${method} ${url}`);
    open += 1;
    ending.once('close', () => (open -= 1));
  }

  server.on('upgrade', (request, socket) => {
    note(request, socket);
    socket.on('error', () => undefined);
    const { refusal } = kubelet;
    if (refusal !== undefined) return refuse(socket, '403 Forbidden', refusal);
    if (request.headers.upgrade !== 'websocket') return overSpdy(request, socket);
    if (!kubelet.speaksWebSockets) return refuse(socket, '400 Bad Request', 'unknown protocol');
    overWebSocket(request, socket);
  });
  server.listen(0);
  await once(server, 'listening');
  return Object.assign(kubelet, { port: (server.address() as AddressInfo).port });
}

function refuse(socket: Duplex, status: string, text: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}

function sendLog({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const query = new URL(url, 'https://kubelet').searchParams;
  let line = 0;
  const next = (): boolean => response.write(`line ${++line}\n`);
  next();
  if (query.get('follow') !== 'true') return void response.end('the end\n');
  const timer = setInterval(next, 20);
  response.once('close', () => clearInterval(timer));
}

function switching(socket: Duplex, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n${lines.join('')}\r\n`);
}

function overSpdy({ url = '', headers }: IncomingMessage, socket: Duplex): void {
  const isExec = url.startsWith('/exec/');
  const offered = String(headers['x-stream-protocol-version'] ?? '');
  const protocol = isExec ? 'v4.channel.k8s.io' : offered.split(',')[0]?.trim();
  switching(socket, { Upgrade: 'SPDY/3.1', 'X-Stream-Protocol-Version': protocol ?? '' });
  const streams = isExec ? execStreams(url, socket) : portStreams(socket, (bytes) => void socket.write(bytes));
  socket.on('data', (chunk: Buffer) => streams.receive(chunk));
}

function overWebSocket({ url = '', headers }: IncomingMessage, socket: Duplex): void {
  const protocol = url.startsWith('/exec/') ? 'v5.channel.k8s.io' : 'SPDY/3.1+portforward.k8s.io';
  switching(socket, {
    Upgrade: 'websocket',
    'Sec-WebSocket-Accept': acceptKey(headers['sec-websocket-key'] ?? ''),
    'Sec-WebSocket-Protocol': protocol,
  });
  if (protocol.startsWith('SPDY')) {
    const peer = webSocketPeer(socket, (message) => streams.receive(message));
    const streams = portStreams(socket, peer.send);
    return;
  }
  const [STDIN, STDOUT, STATUS, CLOSE] = [0, 1, 3, 255];
  const peer = webSocketPeer(socket, (message) => {
    const [channel, closed] = message;
    if (channel === STDIN) peer.send(Buffer.concat([Buffer.from([STDOUT]), message.subarray(1)]));
    if (channel === CLOSE && closed === STDIN) end();
  });
  const end = (): void => {
    peer.send(Buffer.concat([Buffer.from([STATUS]), statusOf(url)]));
    peer.close();
  };
  if (!url.includes('input=1')) end();
}

/** The result of a command, whose last word is its exit code. */
function statusOf(url: string): Buffer {
  const code = new URL(url, 'https://kubelet').searchParams.getAll('command').at(-1) ?? '';
  const failure = {
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with exit code ${code}`,
    details: { causes: [{ reason: 'ExitCode', message: code }] },
  };
  return Buffer.from(JSON.stringify(/^\d+$/.test(code) ? failure : SUCCESS));
}

/** kubectl opens the streams of a command in this order: status, input, output, errors. */
function execStreams(url: string, socket: Duplex): ReturnType<typeof spdyPeer> {
  const names = ['status', ...['input', 'output', 'error'].filter((name) => url.includes(`${name}=1`))];
  // Streams of a client have odd numbers.
  const numberOf = (name: string): number => names.indexOf(name) * 2 + 1;
  const input = numberOf('input');
  const end = (): void => {
    for (const name of ['output', 'error']) if (names.includes(name)) peer.end(numberOf(name));
    peer.end(numberOf('status'), statusOf(url));
  };
  const peer = spdyPeer({
    write: (bytes) => void socket.write(bytes),
    onStream(stream) {
      if (stream === names.length * 2 - 1 && !names.includes('input')) end();
    },
    onData(stream, bytes, isEnd) {
      if (stream !== input) return;
      if (bytes.length > 0) peer.send(numberOf('output'), bytes);
      if (isEnd) end();
    },
  });
  return peer;
}

/** kubectl opens two streams for each connection to a port: one for errors, then one for data. */
function portStreams(socket: Duplex, write: (bytes: Buffer) => void): ReturnType<typeof spdyPeer> {
  let count = 0;
  const errorsOf = new Map<number, number>();
  let errors = 0;
  const peer = spdyPeer({
    write,
    onStream(stream) {
      if (count++ % 2 === 0) errors = stream;
      else errorsOf.set(stream, errors);
    },
    onData(stream, bytes, isEnd) {
      const own = errorsOf.get(stream);
      if (own === undefined) return;
      if (bytes.length > 0) peer.send(stream, bytes);
      if (!isEnd) return;
      peer.end(stream);
      peer.end(own);
    },
  });
  socket.once('end', () => socket.end());
  return peer;
}
