import type {
  Pod,
  PodAttachOptions,
  PodExecOptions,
  PodLogOptions,
  PodPortForwardOptions,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { ConnectCall, Destination, Locate } from '../../definition/connect.js';
import { namedPort } from '../../definition/connect.js';
import { validateLogOptions } from './log-options.js';

const PODS = { group: '', resource: 'pods' };

/** The log of a container. There is none before the pod has a node. */
export const locateLog: Locate = async (call) => {
  const options = call.options as PodLogOptions;
  const errors = validateLogOptions(options);
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'PodLogOptions' }, call.name, errors);
  const pod = await podOf(call, call.name);
  const container = containerOf(pod, options.container);
  const { namespace = '', name = '' } = pod.metadata;
  const { nodeName: node = '' } = pod.spec;
  if (node === '') return undefined;
  return {
    type: 'kubelet',
    node,
    path: `/containerLogs/${namespace}/${name}/${container}`,
    query: queryOf(options, [
      'follow',
      'previous',
      'timestamps',
      'sinceSeconds',
      'sinceTime',
      'tailLines',
      'limitBytes',
    ]),
    isInsecure: options.insecureSkipTLSVerifyBackend === true,
  };
};

/** A command in a container. */
export const locateExec: Locate = async (call) => {
  const options = call.options as PodExecOptions;
  return inContainer(
    call,
    'exec',
    options,
    (options.command ?? []).map((word) => ['command', word]),
  );
};

/** The process of a container. */
export const locateAttach: Locate = async (call) => inContainer(call, 'attach', call.options);

/** Ports of a pod. */
export const locatePorts: Locate = async (call) => {
  const { ports = [] } = call.options as PodPortForwardOptions;
  const pod = await podOf(call, call.name);
  const query = new URLSearchParams(ports.length === 0 ? [] : [['port', ports.join(',')]]);
  return onKubelet(pod, 'portForward', [], query);
};

/** A port of a pod: that of the request, else the first one in its containers. */
export const locatePod: Locate = async (call) => {
  const { scheme, name, port } = namedPort(call.name, 'pod');
  const { spec, status } = await podOf(call, name);
  const first = (spec.containers ?? []).flatMap(({ ports = [] }) => ports)[0]?.containerPort;
  const address = status.podIPs?.[0]?.ip ?? status.podIP ?? '';
  if (address === '') throw badRequest('address not allowed');
  return { type: 'address', scheme, name: address, port: port === '' ? String(first ?? '') : port };
};

async function podOf({ read }: ConnectCall, name: string): Promise<Pod> {
  return (await read(PODS, name)) as Pod;
}

async function inContainer(
  call: ConnectCall,
  endpoint: string,
  options: PodAttachOptions,
  words: readonly (readonly [string, string])[] = [],
): Promise<Destination> {
  const pod = await podOf(call, call.name);
  const container = containerOf(pod, options.container);
  const streams = STREAMS.filter(([, stream]) => options[stream] === true).map(([name]) => [name, '1'] as const);
  return onKubelet(pod, endpoint, [container], new URLSearchParams([...words, ...streams].map(([...pair]) => pair)));
}

/** The parameters of the kubelet for streams. */
const STREAMS = [
  ['error', 'stderr'],
  ['input', 'stdin'],
  ['output', 'stdout'],
  ['tty', 'tty'],
] as const;

function onKubelet(
  { metadata, spec }: Pod,
  endpoint: string,
  parts: readonly string[],
  query: URLSearchParams,
): Destination {
  const { namespace = '', name = '' } = metadata;
  const { nodeName: node = '' } = spec;
  if (node === '') throw badRequest(`pod ${name} does not have a host assigned`);
  return { type: 'kubelet', node, path: ['', endpoint, namespace, name, ...parts].join('/'), query: query.toString() };
}

/** The container in the options, or the only one. Throws 400. */
function containerOf({ metadata: { name = '' }, spec }: Pod, wanted = ''): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((container) => container.name);
  if (wanted !== '') {
    if (names.includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${name}`);
  }
  const [first, ...others] = containers;
  if (first !== undefined && others.length === 0) return first.name;
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`);
}

/** The options that are set, as parameters of the kubelet. */
function queryOf(options: PodLogOptions, names: readonly (keyof PodLogOptions)[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = options[name];
    if (value !== undefined && value !== false) query.append(name, String(value));
  }
  return query.toString();
}
