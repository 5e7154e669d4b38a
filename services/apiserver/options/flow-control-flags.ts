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
    help: 'How many connections there may be. One more takes the place of that which has been quiet for longest, and is closed where all are busy.',
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
