import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  extensionServer,
  type ExtensionServer,
} from '@pilothouse/apiserver/server/aggregation/remote/extension-server.test.helper.js';
import { eventually } from './support/eventually.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';

const GROUP = 'things.example.com';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const KIND = { group: GROUP, kind: 'Thing', version: 'v1' };

/** The document of an extension API server. Its metadata have another description than those of this server. */
const DOCUMENT = {
  swagger: '2.0',
  info: { title: 'Things', version: 'v1' },
  paths: {
    [`/apis/${GROUP}/v1/namespaces/{namespace}/things`]: {
      post: {
        operationId: 'createThing',
        parameters: [{ $ref: '#/parameters/body' }, { name: 'dryRun', in: 'query', type: 'string' }],
        responses: { 200: { description: 'OK', schema: { $ref: '#/definitions/com.example.Thing' } } },
        'x-kubernetes-action': 'post',
        'x-kubernetes-group-version-kind': KIND,
      },
    },
    '/version/': { get: { operationId: 'version', responses: {} } },
  },
  parameters: { body: { name: 'body', in: 'body', schema: { $ref: '#/definitions/com.example.Thing' } } },
  definitions: {
    'com.example.Thing': {
      description: 'Thing is served by another server.',
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { $ref: `#/definitions/${META}` },
        size: { description: 'Size in metres.', type: 'integer', format: 'int64' },
      },
      'x-kubernetes-group-version-kind': [KIND],
    },
    [META]: {
      description: 'Metadata of another server.',
      type: 'object',
      properties: { name: { type: 'string' }, namespace: { type: 'string' } },
    },
  },
};

describeWith(['KUBECTL_OLD'], 'aggregated APIs with kubectl 1.20', () => {
  let directory: string;
  let extension: ExtensionServer;
  let server: Server;
  let kubectl: Kubectl;

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'aggregated-'));
    extension = await extensionServer(GROUP, 'server.default.svc');
    extension.openApiV2 = (_request, response) => void response.end(JSON.stringify(DOCUMENT));
    const file = (name: string, content: string): string => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    };
    server = await startServer([
      '--ephemeral',
      `--proxy-client-cert-file=${file('client.crt', extension.client.certPem)}`,
      `--proxy-client-key-file=${file('client.key', extension.client.keyPem)}`,
    ]);
    // The discovery that one home has in its cache is without the group.
    const kubectlIn = (home: string): Kubectl =>
      createKubectl({ tool: 'KUBECTL_OLD', kubeconfig: server.kubeconfig, home: join(directory, home) });
    const admin = kubectlIn('admin');
    kubectl = kubectlIn('user');
    const spec = {
      group: GROUP,
      version: 'v1',
      groupPriorityMinimum: 2000,
      versionPriority: 10,
      caBundle: extension.caBundle,
      service: { namespace: 'default', name: 'server', port: extension.port },
    };
    const service = { type: 'ExternalName', externalName: 'localhost' };
    for (const object of [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'server' }, spec: service },
      { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `v1.${GROUP}` }, spec },
    ]) {
      await admin(['create', '-f', '-'], { input: JSON.stringify(object) });
    }
    await eventually(async () => (await admin(['get', '--raw', '/openapi/v2'])).includes('com.example.Thing'));
  });
  after(async () => {
    await server.stop();
    await extension.close();
    rmSync(directory, { recursive: true });
  });

  it('are explained, with the metadata of each server', async () => {
    assert.match(await kubectl(['explain', 'things.size']), /Size in metres\./);
    assert.match(await kubectl(['explain', 'things.metadata']), /Metadata of another server\./);
    assert.doesNotMatch(await kubectl(['explain', 'pods.metadata']), /another server/);
  });

  it('are validated by their schema before they are sent', async () => {
    const thing = { apiVersion: `${GROUP}/v1`, kind: 'Thing', metadata: { name: 'a' } };
    const bodies: string[] = [];
    extension.answer = (_request, response, body) => {
      bodies.push(body);
      response.writeHead(201, { 'content-type': 'application/json' }).end(body);
    };
    const wrong = await kubectl.attempt(['create', '-f', '-'], { input: JSON.stringify({ ...thing, height: 1 }) });
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /unknown field "height" in com\.example\.Thing/);
    assert.deepEqual(bodies, []);
    await kubectl(['create', '-f', '-'], { input: JSON.stringify({ ...thing, size: 1 }) });
    assert.equal(bodies.length, 1);
  });
});
