import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Handler, RequestContext } from '../../request/context.js';
import { textResponse, type Response } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';

/** Default duration of a profile, as in Kubernetes. */
const SECONDS = 30;
/** Requests time out after a minute. */
const MAX_SECONDS = 55;

/** The paths below `/debug/pprof`: V8's formats, which Chrome's developer tools open. */
export function profilingRoutes(): readonly (readonly [path: string, handler: Handler])[] {
  return [
    ['/debug/pprof', readOnly(async () => textResponse(200, 'text/plain; charset=utf-8', INDEX))],
    ['/debug/pprof/profile', readOnly(oneAtATime(cpuProfile))],
    ['/debug/pprof/heap', readOnly(oneAtATime(heapSnapshot))],
  ];
}

const INDEX = `profile?seconds=${SECONDS}  a CPU profile (.cpuprofile), of at most ${MAX_SECONDS} seconds
heap                the whole heap, including secrets (.heapsnapshot); the server is blocked meanwhile
`;

/**
 * Serialises profiles: concurrent profiles would contain each other, and a heap snapshot stays in memory until it is
 * sent.
 */
function oneAtATime(handler: Handler): Handler {
  let isBusy = false;
  return async (context) => {
    if (isBusy) {
      throw new StatusError('TooManyRequests', 'another profile is being taken', {
        details: { retryAfterSeconds: 10 },
      });
    }
    isBusy = true;
    context.onClose(() => {
      isBusy = false;
    });
    return handler(context);
  };
}

async function cpuProfile({ query, signal }: RequestContext): Promise<Response> {
  const seconds = secondsOf(query.get('seconds'));
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await delay(seconds * 1000, undefined, { signal });
    const { profile } = await session.post('Profiler.stop');
    return download('application/json', 'pilothouse.cpuprofile', [Buffer.from(JSON.stringify(profile))]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    session.disconnect();
  }
}

function secondsOf(text: string | null): number {
  if (text === null) return SECONDS;
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw badRequest(
    `seconds: Invalid value: ${JSON.stringify(text.slice(0, 64))}: must be more than 0 and at most ${MAX_SECONDS}`,
  );
}

async function heapSnapshot(): Promise<Response> {
  return download('application/json', 'pilothouse.heapsnapshot', getHeapSnapshot());
}

function download(contentType: string, name: string, body: Response['body']): Response {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
