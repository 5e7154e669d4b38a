import type { FlagTable } from '@pilothouse/flags/definition.js';

/** Flags of overload protection, with the names and defaults of Kubernetes. */
export const FLOW_CONTROL_FLAGS = [
  {
    name: 'enable-priority-and-fairness',
    type: 'boolean',
    default: 'true',
    group: 'Serving',
    help: 'Divide the concurrency of the server by FlowSchemas and PriorityLevelConfigurations. If false, excess requests get 429.',
  },
  {
    name: 'max-requests-inflight',
    type: 'count',
    default: '400',
    group: 'Serving',
    help: 'This and --max-mutating-requests-inflight are summed to the number of seats that priority levels share. With --enable-priority-and-fairness=false, the maximum number of concurrent read requests; 0 sets no limit.',
  },
  {
    name: 'max-mutating-requests-inflight',
    type: 'count',
    default: '200',
    group: 'Serving',
    help: 'This and --max-requests-inflight are summed to the number of seats that priority levels share. With --enable-priority-and-fairness=false, the maximum number of concurrent mutating requests; 0 sets no limit.',
  },
  {
    name: 'max-connections',
    type: 'count',
    default: '0',
    defaultText: 'as many as the file descriptor limit allows',
    group: 'Serving',
    help: 'Maximum number of connections. At the limit, a new connection replaces one that has made no request, then one whose client does not read responses, then an idle one, then an anonymous one. If all are busy and authenticated, the new connection is closed. Anonymous connections hold at most 90 percent of the limit.',
  },
  {
    name: 'http2-max-streams-per-connection',
    type: 'count',
    default: '0',
    defaultText: '250',
    group: 'Serving',
    help: 'Maximum number of concurrent requests of one HTTP/2 connection. At the limit, a client waits or opens another connection.',
  },
  {
    name: 'goaway-chance',
    type: 'chance',
    default: '0',
    group: 'Serving',
    help: 'Probability that a response over HTTP/2 is followed by GOAWAY, so that the client reconnects, through the load balancer, possibly to another server. From 0 to 0.02. Use 0 with a single server.',
  },
  {
    name: 'request-timeout',
    type: 'duration',
    default: '1m0s',
    group: 'Serving',
    help: 'Timeout of requests other than watches, and of a client that does not read its response.',
  },
  {
    name: 'min-request-timeout',
    type: 'count',
    default: '1800',
    group: 'Serving',
    help: 'Minimum lifetime in seconds of a watch without timeoutSeconds. The server closes it after a random time between this and its double.',
  },
] as const satisfies FlagTable;
