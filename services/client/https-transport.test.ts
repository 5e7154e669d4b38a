import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { httpsTransport } from './https-transport.js';
import { readAll, type Transport } from './transport.js';

const text = async (body: AsyncIterable<Uint8Array>): Promise<string> => Buffer.from(await readAll(body)).toString();

describe('httpsTransport', () => {
  const servers: (Server | TcpServer)[] = [];
  const transports: Transport[] = [];

  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    for (const server of servers.splice(0)) server.close();
  });

  async function start(server: Server | TcpServer): Promise<string> {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function opened(transport: Transport): Transport {
    transports.push(transport);
    return transport;
  }

  async function serve(listener: RequestListener): Promise<Transport> {
    return opened(httpsTransport({ url: `http://${await start(createServer(listener))}` }));
  }

  it('sends the request under the path of its URL, with the token, and gives the response', async () => {
    const address = await start(
      createServer((request, response) => {
        const answer = async (): Promise<void> => {
          const { method, url, headers } = request;
          const { authorization, 'x-a': own, 'content-length': length } = headers;
          const seen = [method, url, authorization, own, length, await text(request)];
          response.writeHead(201, { 'X-B': ['1', '2'] }).end(JSON.stringify(seen));
        };
        void answer();
      }),
    );
    const transport = opened(httpsTransport({ url: `http://${address}/base/`, credentials: { token: 't' } }));
    const body = Buffer.from('ä');
    for (const method of ['PUT', 'DELETE']) {
      const response = await transport.request({ method, target: '/x?y=z', headers: { 'x-a': 'b' }, body });
      assert.equal(response.status, 201);
      assert.equal(response.headers['x-b'], '1, 2');
      assert.equal(await text(response.body), JSON.stringify([method, '/base/x?y=z', 'Bearer t', 'b', '2', 'ä']));
    }
  });

  it('gives the body as it comes, and closes the connection when it is left early', async () => {
    let closed: Promise<unknown> | undefined;
    const transport = await serve((_request, response) => {
      closed = once(response, 'close');
      response.write('first');
    });
    const { body } = await transport.request({ method: 'GET', target: '/', headers: {} });
    for await (const chunk of body) {
      assert.equal(Buffer.from(chunk).toString(), 'first');
      break;
    }
    await closed;
  });

  describe('towards a server that has fallen silent', () => {
    const silent = async (answer: RequestListener): Promise<Transport> =>
      opened(httpsTransport({ url: `http://${await start(createServer(answer))}`, silenceTimeout: 50 }));
    const ask = (transport: Transport, method: string, target: string) =>
      transport.request({ method, target, headers: {} });

    for (const method of ['GET', 'POST']) {
      it(`gives ${method} up before the answer`, async () => {
        const transport = await silent(() => undefined);
        await assert.rejects(ask(transport, method, '/a?b=watch'), /nothing came from http:.* for 50 ms/);
      });
    }

    it('gives up in the middle of an answer', async () => {
      const transport = await silent((_request, response) => response.write('half'));
      const read = async (): Promise<string> => text((await ask(transport, 'GET', '/')).body);
      await assert.rejects(read(), /aborted|nothing came/);
    });

    it('leaves a watch alone', async () => {
      const transport = await silent((_request, response) => setTimeout(() => response.end('late'), 200));
      const { body } = await ask(transport, 'GET', '/a?x=y&watch=true');
      assert.equal(await text(body), 'late');
    });
  });

  it('asks before it sends, once the connection stands', async () => {
    let asked = 0;
    let requests = 0;
    const transport = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const request = { method: 'POST', target: '/', headers: {}, body: Buffer.from('x') };
    const refusal = new Error('too late');
    for (const isKept of [false, true]) {
      const beforeSending = (): void => {
        asked += 1;
        throw refusal;
      };
      await assert.rejects(transport.request({ ...request, beforeSending }), (error) => error === refusal);
      await text((await transport.request({ ...request, beforeSending: () => undefined })).body);
      assert.equal(requests, isKept ? 2 : 1);
    }
    assert.equal(asked, 2);
  });

  it('throws when the body ends too early', async () => {
    const transport = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => response.destroy());
    });
    const { body } = await transport.request({ method: 'GET', target: '/', headers: {} });
    await assert.rejects(text(body), { code: 'ECONNRESET' });
  });

  it('ends with the reason of its signal, before the response and in it', async () => {
    const transport = await serve(({ url }, response) => {
      if (url === '/head') response.write('x');
    });
    for (const target of ['/none', '/head']) {
      const stop = new AbortController();
      const reason = new Error(`no more of ${target}`);
      const rejected = assert.rejects(async () => {
        const { body } = await transport.request({ method: 'GET', target, headers: {}, signal: stop.signal });
        for await (const chunk of body) stop.abort(chunk.byteLength > 0 ? reason : undefined);
      }, reason);
      if (target === '/none') setTimeout(() => stop.abort(reason), 10);
      await rejected;
    }
    const signal = AbortSignal.abort(new Error('before'));
    await assert.rejects(transport.request({ method: 'GET', target: '/', headers: {}, signal }), /before/);
  });

  it('uses connections again; only a GET is sent once more where the server has just closed one', async () => {
    const onConnection = new Map<unknown, number>();
    const seen: string[] = [];
    const transport = await serve(({ method = '', socket }, response) => {
      const count = (onConnection.get(socket) ?? 0) + 1;
      onConnection.set(socket, count);
      seen.push(`${method} ${count}`);
      if (count === 3) socket.destroy();
      else response.end();
    });
    const ask = async (method: string): Promise<void> => {
      const { body } = await transport.request({ method, target: '/', headers: {} });
      await readAll(body);
    };
    for (const method of ['GET', 'GET', 'GET', 'GET']) await ask(method);
    await assert.rejects(ask('POST'), { code: 'ECONNRESET' });
    assert.deepEqual(seen, ['GET 1', 'GET 2', 'GET 3', 'GET 1', 'GET 2', 'POST 3']);
  });

  it('gives up a connection that does not come to stand', async () => {
    // It takes the connection, and never answers the TLS handshake.
    const server = createTcpServer((socket) => socket.on('error', () => undefined));
    const url = `https://${await start(server)}`;
    const transport = opened(httpsTransport({ url, connectTimeout: 20 }));
    const message = `no connection to ${url} within 20 ms`;
    await assert.rejects(transport.request({ method: 'GET', target: '/', headers: {} }), { message });
  });

  it('fails the requests under way when it is closed', async () => {
    const transport = await serve(() => {
      void transport.close();
    });
    await assert.rejects(transport.request({ method: 'POST', target: '/', headers: {} }), { code: 'ECONNRESET' });
  });

  it('takes http and https URLs only', () => {
    assert.throws(() => httpsTransport({ url: 'ftp://a' }), /not an http or https URL: ftp:\/\/a/);
  });
});
