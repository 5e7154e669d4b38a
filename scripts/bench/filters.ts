import { RequestContext, type Filter, type Handler } from '@pilothouse/apiserver/request/context.js';
import { authenticate } from '@pilothouse/apiserver/server/filters/authentication.js';
import { authorize } from '@pilothouse/apiserver/server/filters/authorization.js';
import { compressLarge } from '@pilothouse/apiserver/server/filters/compression.js';
import { deadline } from '@pilothouse/apiserver/server/filters/deadline.js';
import { answerErrors } from '@pilothouse/apiserver/server/filters/errors.js';
import { limitRequests } from '@pilothouse/apiserver/server/filters/flow-control.js';
import { impersonate } from '@pilothouse/apiserver/server/filters/impersonation.js';
import { logRequests } from '@pilothouse/apiserver/server/filters/request-log.js';
import { countRequests } from '@pilothouse/apiserver/server/filters/request-metrics.js';
import { addHeaders } from '@pilothouse/apiserver/server/filters/headers.js';
import { pipeline, type PipelineOptions } from '@pilothouse/apiserver/server/pipeline.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { CONFIG_MAPS, openApi } from './api.js';
import { pipelineOptions, TOKEN } from './filter-parts.js';
import { inProcess, type Measurement, type MeasuredRow, type StoreName } from './row.js';
import { microsecondsEachAwaited } from './statistics.js';

const USER = authenticatedUser('user-0', ['dev']);
const BODY = [Buffer.alloc(1024, 'x')];
const RESPONSE = { status: 200, headers: { 'content-type': 'application/json' }, body: BODY };

/** A filter in pipeline order, and what it does for a get. */
interface Step {
  readonly name: string;
  readonly why: string;
  readonly make: (options: PipelineOptions) => Filter;
}

const STEPS: readonly Step[] = [
  {
    name: 'count',
    why: 'Numbers for Prometheus.',
    make: ({ metrics }) => (metrics === undefined ? (next) => next : countRequests(metrics.requests)),
  },
  {
    name: 'log',
    why: 'Logs each request at -v=6; disabled here.',
    make: ({ logger }) => logRequests(logger),
  },
  { name: 'compress', why: 'Decides whether a response is compressed.', make: compressLarge },
  { name: 'warnings', why: 'Adds warnings to the response; none here.', make: () => addHeaders },
  { name: 'errors', why: 'Converts thrown errors to a Status.', make: answerErrors },
  {
    name: 'deadline',
    why: 'Aborts the request at its deadline.',
    make: ({ requestTimeout }) => deadline(requestTimeout),
  },
  {
    name: 'authenticate',
    why: 'Looks a token up by its hash.',
    make: ({ authenticator }) => authenticate(authenticator),
  },
  { name: 'impersonate', why: 'Checks for impersonation headers.', make: impersonate },
  { name: 'limit', why: 'Takes and releases a seat of flow control.', make: ({ overload }) => limitRequests(overload) },
  {
    name: 'authorize',
    why: 'Finds a role among 1,000 roles and 2,000 bindings that allows it.',
    make: ({ authorizer }) => authorize(authorizer),
  },
];

/** The cost of a get in this process for each filter, independent of the store. */
export const filters = inProcess([
  {
    name: 'get, context',
    why: 'The cost without filters: the request context, its parsed path, and a response.',
    better: 'lower',
    run: () => microsecondsFor(answer),
  },
  ...STEPS.map(rowOf),
  {
    name: 'get, all filters',
    why: 'The real pipeline around an endpoint that answers immediately.',
    better: 'lower',
    run: () => microsecondsFor(pipeline(pipelineOptions(), answer)),
  },
  {
    name: 'get, whole API without a socket',
    why: 'The pipeline with the endpoint and the store behind it; an administrator reads 1 KB.',
    target: 90,
    better: 'lower',
    run: microsecondsWithEndpoint,
  },
]);

function rowOf({ name, why, make }: Step): MeasuredRow<StoreName> {
  return {
    name: `get, filter ${name}`,
    why: `${why} Measured separately, minus the context.`,
    better: 'lower',
    async run() {
      const bare = await microsecondsFor(answer);
      const { value, unit } = await microsecondsFor(make(pipelineOptions())(answer));
      return { value: Math.max(0, value - bare.value), unit };
    },
  };
}

const answer: Handler = async () => RESPONSE;

/** Each call gets a new context with its path parsed and its user known. */
function microsecondsFor(handler: Handler): Promise<Measurement> {
  return microsecondsEachAwaited(async () => {
    const context = new RequestContext({
      method: 'GET',
      target: '/api/v1/namespaces/n-0/configmaps/bench',
      headers: { accept: 'application/json', authorization: `Bearer ${TOKEN}` },
      body: undefined,
      peer: { address: '127.0.0.1', certificate: { type: 'none' } },
    });
    context.user = USER;
    if (context.info.type !== 'resource') throw new Error('the path is not that of a resource');
    const { status } = await handler(context);
    context.close();
    if (status !== 200) throw new Error(`the get was answered with ${status}`);
  });
}

async function microsecondsWithEndpoint(): Promise<Measurement> {
  const api = await openApi();
  try {
    return await microsecondsEachAwaited(() => api.request('GET', `${CONFIG_MAPS}/bench`));
  } finally {
    await api.close();
  }
}
