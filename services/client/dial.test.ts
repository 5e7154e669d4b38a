import assert from 'node:assert/strict';
import { openWorkshop, PROTOCOLS, sendRequest, textOf, type Workshop } from './servers.test.helper.js';

describe('createDialler', () => {
  let workshop: Workshop;
  beforeEach(() => {
    workshop = openWorkshop();
  });
  afterEach(() => workshop.close());

  for (const protocol of PROTOCOLS) {
    describe(`over ${protocol}`, () => {
      it('resolves the address option for each connection', async () => {
        const { port } = await workshop.serve(protocol, (request, response) => {
          const { host = request.headers[':authority'] } = request.headers;
          response.end(String(host));
        });
        let address = (): { host: string; port: number } => ({ host: '127.0.0.1', port });
        const transport = await workshop.connect('https://service.invalid', {
          serverName: 'localhost',
          address: () => address(),
        });
        const read = async (): Promise<string> => textOf(sendRequest(transport, 'GET', '/'));
        assert.equal(await read(), 'service.invalid');
        await workshop.close();
        address = () => {
          throw new Error('no such service');
        };
        const other = await workshop.connect('https://service.invalid', { address: () => address() });
        await assert.rejects(textOf(sendRequest(other, 'GET', '/')), { message: 'no such service' });
      });

      it('uses HTTP/1.1 with http2: false', async () => {
        const options = { allowHTTP1: true };
        const { url } = await workshop.serve(
          protocol,
          ({ httpVersion }, response) => response.end(httpVersion),
          options,
        );
        assert.equal(await textOf(sendRequest(await workshop.connect(url, { http2: false }), 'GET', '/')), '1.1');
      });
    });
  }
});
