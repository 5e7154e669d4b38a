import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Destination, Locate } from '../../definition/connect.js';
import { locateNode } from '../node-locate.js';
import { locateService } from '../service/locate.js';
import { locateAttach, locateExec, locateLog, locatePod, locatePorts } from './connect.js';

type Objects = Readonly<Record<string, object>>;

/** Resolves with the destination, or the message of the error. */
async function located(locate: Locate, name: string, options: JsonObject, objects: Objects): Promise<unknown> {
  try {
    return await locate({
      name,
      namespace: 'ns',
      options,
      domain: createDomain({}),
      random: () => 0,
      async read(resource, wanted) {
        const object = objects[`${resource.resource}/${wanted}`];
        if (object === undefined) throw notFound(resource, wanted);
        return object as JsonObject;
      },
      list: async ({ resource }, labels) => {
        assert.deepEqual(labels, { 'kubernetes.io/service-name': 's' });
        return Object.entries(objects)
          .filter(([key]) => key.startsWith(`${resource}/`))
          .map(([, object]) => object as JsonObject);
      },
    });
  } catch (error) {
    return (error as Error).message;
  }
}

function pod(spec: object, status: object = {}): Objects {
  return { 'pods/p': { metadata: { name: 'p', namespace: 'ns' }, spec: { nodeName: 'n', ...spec }, status } };
}

const ONE = pod({ containers: [{ name: 'c' }] });
const MANY = pod({
  containers: [{ name: 'c' }, { name: 'd' }],
  initContainers: [{ name: 'i' }],
  ephemeralContainers: [{ name: 'e' }],
});
const HOMELESS = pod({ nodeName: '', containers: [{ name: 'c' }] });

describe('connections to containers', () => {
  const kubelet = (path: string, query = '', more: object = {}): object => ({
    type: 'kubelet',
    node: 'n',
    path,
    query,
    ...more,
  });
  const log = (query = '', container = 'c', isInsecure = false): object =>
    kubelet(`/containerLogs/ns/p/${container}`, query, { isInsecure });
  const cases: readonly (readonly [
    what: string,
    locate: Locate,
    options: object,
    objects: Objects,
    wanted: unknown,
  ])[] = [
    ['the log of the only container', locateLog, {}, ONE, log()],
    ['the log of an init container', locateLog, { container: 'i' }, MANY, log('', 'i')],
    ['the log of an ephemeral container', locateLog, { container: 'e' }, MANY, log('', 'e')],
    ['no log before the pod has a node', locateLog, {}, HOMELESS, undefined],
    ['no log of an unknown pod', locateLog, {}, {}, 'pods "p" not found'],
    ['no log of an unknown container', locateLog, { container: 'x' }, MANY, 'container x is not valid for pod p'],
    [
      'no log without a choice of the container',
      locateLog,
      {},
      MANY,
      'a container name must be specified for pod p, choose one of: [i c d e]',
    ],
    [
      'a log with all options',
      locateLog,
      {
        follow: true,
        previous: true,
        timestamps: true,
        sinceTime: '2026-01-02T03:04:05Z',
        tailLines: 0,
        limitBytes: 9007199254740993n,
        insecureSkipTLSVerifyBackend: true,
      },
      ONE,
      log(
        'follow=true&previous=true&timestamps=true&sinceTime=2026-01-02T03%3A04%3A05Z&tailLines=0&limitBytes=9007199254740993',
        'c',
        true,
      ),
    ],
    [
      'no log with invalid options',
      locateLog,
      { tailLines: -1, limitBytes: 0, sinceSeconds: 0, stream: 'All' },
      ONE,
      'PodLogOptions "p" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, ' +
        'limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0, ' +
        'stream: Forbidden: may not be specified]',
    ],
    [
      'no log since two times',
      locateLog,
      { sinceSeconds: 1, sinceTime: '2026-01-02T03:04:05Z' },
      ONE,
      'PodLogOptions "p" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    [
      'a command',
      locateExec,
      { stdin: true, stdout: true, stderr: true, tty: true, command: ['sh', '-c', 'a b&c'], container: 'd' },
      MANY,
      kubelet('/exec/ns/p/d', 'command=sh&command=-c&command=a+b%26c&error=1&input=1&output=1&tty=1'),
    ],
    ['no command before the pod has a node', locateExec, {}, HOMELESS, 'pod p does not have a host assigned'],
    ['the process of a container', locateAttach, { stdout: true }, ONE, kubelet('/attach/ns/p/c', 'output=1')],
    ['ports', locatePorts, { ports: [80, 443] }, MANY, kubelet('/portForward/ns/p', 'port=80%2C443')],
    ['ports that come later', locatePorts, {}, ONE, kubelet('/portForward/ns/p')],
  ];
  for (const [what, locate, options, objects, wanted] of cases) {
    it(what, async () => assert.deepEqual(await located(locate, 'p', options as JsonObject, objects), wanted));
  }
});

describe('proxies', () => {
  const address = (scheme: string, name: string, port: string): Destination | object => ({
    type: 'address',
    scheme,
    name,
    port,
  });
  const running = pod(
    { containers: [{ name: 'a' }, { name: 'b', ports: [{ containerPort: 81 }, { containerPort: 82 }] }] },
    { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] },
  );
  const service = {
    'services/s': {
      spec: {
        ports: [
          { name: 'web', port: 80 },
          { name: 'admin', port: 81 },
        ],
      },
    },
  };
  const target = (name: string, namespace = 'ns'): object => ({ kind: 'Pod', namespace, name });
  const slice = (...endpoints: object[]): Objects => ({
    ...service,
    ...running,
    'endpointslices/s-1': { ports: [{ name: 'web', port: 8080 }], endpoints },
  });
  const ready = { addresses: ['10.0.0.1'], targetRef: target('p'), conditions: { ready: true } };
  const none = 'no endpoints available for service';
  const cases: readonly (readonly [locate: Locate, name: string, objects: Objects, wanted: unknown])[] = [
    [locatePod, 'p', running, address('', '10.0.0.1', '81')],
    [locatePod, 'p:90', running, address('', '10.0.0.1', '90')],
    [locatePod, 'https:p:', running, address('https', '10.0.0.1', '81')],
    [locatePod, 'https:p:90', running, address('https', '10.0.0.1', '90')],
    [locatePod, 'p', pod({ containers: [] }, { podIP: '10.0.0.1' }), address('', '10.0.0.1', '')],
    [locatePod, 'p', ONE, 'address not allowed'],
    [locatePod, 'ftp:p:90', running, 'invalid pod request "ftp:p:90"'],
    [locatePod, ':90', running, 'invalid pod request ":90"'],
    [locatePod, 'a:b:c:d', running, 'invalid pod request "a:b:c:d"'],
    [locateNode, 'n', {}, { type: 'node', scheme: '', name: 'n', port: '' }],
    [locateNode, 'https:n:1', {}, { type: 'node', scheme: 'https', name: 'n', port: '1' }],
    [locateNode, 'a:b:c:d', {}, 'invalid node request "a:b:c:d"'],
    [locateService, 's:web', slice(ready), address('', '10.0.0.1', '8080')],
    [locateService, 's:80', slice(ready), address('', '10.0.0.1', '8080')],
    [locateService, 'https:s:web', slice(ready), address('https', '10.0.0.1', '8080')],
    [locateService, 's:web', slice({ ...ready, conditions: {} }), address('', '10.0.0.1', '8080')],
    [locateService, 's', slice(ready), `${none} "s"`],
    [locateService, 's:admin', slice(ready), `${none} "s:admin"`],
    [locateService, 's:81', slice(ready), `${none} "s:81"`],
    [locateService, 's:82', slice(ready), 'no service port 82 found for service "s"'],
    [locateService, 's:web', slice({ ...ready, conditions: { ready: false } }), `${none} "s:web"`],
    [locateService, 's:web', slice(), `${none} "s"`],
    [locateService, 's:web', service, `${none} "s"`],
    [locateService, 's:web', {}, 'services "s" not found'],
    [locateService, 's:80', {}, 'services "s" not found'],
    [locateService, 'ftp:s:', {}, 'invalid service request "ftp:s:"'],
    // Only pods of the namespace with the address.
    [locateService, 's:web', slice({ ...ready, targetRef: undefined }), `${none} "s:web"`],
    [locateService, 's:web', slice({ ...ready, targetRef: target('p', 'other') }), `${none} "s:web"`],
    [locateService, 's:web', slice({ ...ready, targetRef: target('q') }), `${none} "s:web"`],
    [
      locateService,
      's:web',
      slice({ ...ready, addresses: ['169.254.169.254'] }, ready),
      address('', '10.0.0.1', '8080'),
    ],
    [locateService, 's:web', slice({ ...ready, addresses: ['fd00::1'] }), address('', 'fd00::1', '8080')],
  ];
  for (const [locate, name, objects, wanted] of cases) {
    it(`${name} with ${Object.keys(objects).join(', ')}: ${JSON.stringify(wanted)}`, async () =>
      assert.deepEqual(await located(locate, name, {}, objects), wanted));
  }
});
