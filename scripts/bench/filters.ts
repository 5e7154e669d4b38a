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
import { sendWarnings } from '@pilothouse/apiserver/server/filters/warnings.js';
import { pipeline, type PipelineOptions } from '@pilothouse/apiserver/server/pipeline.js';
import { authenticatedUser } from '@pilothouse/authentication/user.js';
import { CONFIG_MAPS, openApi } from './api.js';
import { pipelineOptions, TOKEN } from './filter-parts.js';
import { inProcess, type Measurement, type MeasuredRow, type StoreName } from './row.js';
import { microsecondsEachAwaited } from './statistics.js';

const USER = authenticatedUser('user-0', ['dev']);
const BODY = [Buffer.alloc(1024, 'x')];
const RESPONSE = { status: 200, headers: { 'content-type': 'application/json' }, body: BODY };

/** A filter of the pipeline, in the order in which they stand there, and what it does for a get. */
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
    why: 'A line for each request at -v=6, and nothing else here.',
    make: ({ logger }) => logRequests(logger),
  },
  { name: 'compress', why: 'Looks at whether an answer is worth compressing.', make: () => compressLarge },
  { name: 'warnings', why: 'Puts warnings into the answer, of which there are none.', make: () => sendWarnings },
  { name: 'errors', why: 'Stands ready to make a Status of what is thrown.', make: answerErrors },
  {
    name: 'deadline',
    why: 'Has the request given up when its time is over.',
    make: ({ requestTimeout }) => deadline(requestTimeout),
  },
  {
    name: 'authenticate',
    why: 'Looks a token up by its hash.',
    make: ({ authenticator }) => authenticate(authenticator),
  },
  { name: 'impersonate', why: 'Looks at whether the request is made for somebody else.', make: impersonate },
  { name: 'limit', why: 'Takes a place, and gives it back.', make: ({ overload }) => limitRequests(overload) },
  {
    name: 'authorize',
    why: 'Finds a role among 1,000 roles and 2,000 bindings that allows it.',
    make: ({ authorizer }) => authorize(authorizer),
  },
];

/** What a get costs in this process, filter by filter. It has nothing to do with the store. */
export const filters = inProcess([
  {
    name: 'get, context',
    why: 'What is there before any filter: the request’s context, its path read, and an answer.',
    better: 'lower',
    run: () => microsecondsFor(answer),
  },
  ...STEPS.map(rowOf),
  {
    name: 'get, all filters',
    why: 'The real pipeline around an endpoint that answers at once.',
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
    why: `${why} Timed by itself, less the context.`,
    better: 'lower',
    async run() {
      const bare = await microsecondsFor(answer);
      const { value, unit } = await microsecondsFor(make(pipelineOptions())(answer));
      return { value: Math.max(0, value - bare.value), unit };
    },
  };
}

const answer: Handler = async () => RESPONSE;

/** Each time with a new context that is read as the router would, and whose user is known. */
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
