import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith, toolPath } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const run = promisify(execFile);
const COLLECTION = '/api/v1/namespaces/default/configmaps';

describeWith(['CURL', 'KUBECTL', 'KUBECTL_OLD'], 'HTTP/2', () => {
  let storage: TestStorage;
  let server: Server;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
    describe(`by ${tool.toLowerCase()}`, () => {
      let kubectl: Kubectl;
      before(() => {
        kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
      });

      it('carries reads, writes and watches', async () => {
        const watch = kubectl.follow(['get', 'configmaps', '--watch', '--output=name']);
        await watch.printed(/kube-root-ca/);
        const { code, err } = await kubectl.attempt(['create', 'configmap', tool.toLowerCase().replace('_', '-')], {
          environment: { GODEBUG: 'http2debug=1' },
        });
        assert.equal(code, 0, err);
        assert.match(err, /http2: Transport/);
        await watch.printed(/configmap\/kubectl/);
        await watch.stop();
        await kubectl(['delete', 'configmap', '--all']);
      });

      it('rejects impersonation headers whose value is not a valid user name', async () => {
        const { code, err } = await kubectl.attempt(['get', 'configmaps', '--as', 'bob ']);
        assert.equal(code, 1);
        assert.match(err, /impersonate-user has invalid characters/);
      });
    });
  }

  describe('by curl', () => {
    const curl = async (args: readonly string[]): Promise<string> => {
      const { url, caPem = '', credentials } = server.connection;
      assert.ok(credentials !== undefined && 'certPem' in credentials);
      const files = { cacert: caPem, cert: credentials.certPem, key: credentials.keyPem };
      const flags = await Promise.all(
        Object.entries(files).map(async ([name, pem]) => {
          const path = join(storage.directory, `${name}.pem`);
          await writeFile(path, pem, { mode: 0o600 });
          return [`--${name}`, path];
        }),
      );
      const last = args.at(-1) ?? '';
      const told = ['--silent', '--http2', '--output', '/dev/null', '--write-out', '%{http_version} %{http_code}\n'];
      const { stdout } = await run(toolPath('CURL'), [...told, ...flags.flat(), ...args.slice(0, -1), `${url}${last}`]);
      return stdout;
    };

    it('is negotiated by ALPN, and HTTP/1.1 on request', async () => {
      assert.equal(await curl(['/version']), '2 200\n');
      assert.equal(await curl(['--http1.1', '/version']), '1.1 200\n');
      assert.equal(await curl(['--head', `${COLLECTION}/kube-root-ca.crt`]), '2 200\n');
    });

    for (const [bytes, status] of [
      [900_000, 201],
      [10_000_000, 413],
    ] as const) {
      it(`answers a body of ${bytes} bytes with ${status}`, async () => {
        const path = join(storage.directory, 'body.json');
        await writeFile(path, JSON.stringify({ metadata: { name: 'large' }, data: { text: 'x'.repeat(bytes) } }));
        const body = ['--header', 'content-type: application/json', '--data-binary', `@${path}`];
        assert.equal(await curl([...body, COLLECTION]), `2 ${status}\n`);
      });
    }
  });
});
