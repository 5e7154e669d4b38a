import type { FlagTable } from '@pilothouse/flags/definition.js';

/** How much the server takes on at a time, with Kubernetes' names and defaults. */
export const FLOW_CONTROL_FLAGS = [
  {
    name: 'max-requests-inflight',
    type: 'count',
    default: '400',
    group: 'Serving',
    help: 'How many requests that only read may be under way at a time. Others wait, users in turn, or are answered with 429. 0 sets no limit.',
  },
  {
    name: 'max-mutating-requests-inflight',
    type: 'count',
    default: '200',
    group: 'Serving',
    help: 'The same for requests that write.',
  },
  {
    name: 'max-connections',
    type: 'count',
    default: '0',
    defaultText: 'as many as there are file descriptors for',
    group: 'Serving',
    help: 'The maximum number of connections. Another one takes the place of a connection that has made no request, whose client takes no answers, that is idle, or that is anonymous, in this order. It is closed when all are busy and authenticated. Anonymous connections hold at most nine tenths.',
  },
  {
    name: 'http2-max-streams-per-connection',
    type: 'count',
    default: '0',
    defaultText: '250',
    group: 'Serving',
    help: 'How many requests of one HTTP/2 connection may be under way at a time. Clients make others on another connection, or wait.',
  },
  {
    name: 'goaway-chance',
    type: 'chance',
    default: '0',
    group: 'Serving',
    help: 'The chance, with each answer over HTTP/2, that its client is told to connect anew: behind a load balancer, clients spread over several servers then. From 0 to 0.02. With a single server leave it at 0.',
  },
  {
    name: 'request-timeout',
    type: 'duration',
    default: '1m0s',
    group: 'Serving',
    help: 'How long a request other than a watch may take, and how long a client may leave what is sent to it unread.',
  },
  {
    name: 'min-request-timeout',
    type: 'count',
    default: '1800',
    group: 'Serving',
    help: 'The least seconds that a watch lasts whose client does not say. It ends at some time between this and its double.',
  },
] as const satisfies FlagTable;
