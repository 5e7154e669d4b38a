import type { Linked, LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { BodyBudget } from '../../request/body-budget.js';
import { RequestContext, type Handler, type Peer } from '../../request/context.js';
import { isConnect, isWatch } from '../../request/info.js';
import { isStream, lengthOf, type Response } from '../../request/response.js';
import type { Exchange, Refusal } from './exchange.js';

/** Larger bodies are sent in parts, with backpressure. With the head, a part stays below a socket's high-water mark. */
export const ONE_WRITE_BYTES = 12 * 1024;
const PART_BYTES = 64 * 1024;
/** Statuses without a body and without content-length. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** A request that is served. */
export interface ActiveRequest extends Linked<ActiveRequest> {
  readonly context: RequestContext;
}

/** State that all requests of a listener share. */
export interface Serving {
  readonly handler: Handler;
  /** Active requests. */
  readonly active: LinkedQueue<ActiveRequest>;
  readonly bodies: BodyBudget;
  /** Whether the listener no longer accepts connections. */
  readonly isClosing: () => boolean;
  /** Whether the listener closes, or will soon. */
  readonly isEnding: () => boolean;
  readonly endOfTurn: () => Promise<void>;
}

/** Connection of a request. */
export interface Caller {
  readonly peer: Peer;
  /** Called when the request is authenticated as a user other than the anonymous user. */
  readonly onAuthenticated: () => void;
}

/** Serves a request of any transport. Never rejects. */
export async function serve(exchange: Exchange, caller: Caller, serving: Serving): Promise<void> {
  const { active, bodies, handler, isClosing, isEnding, endOfTurn } = serving;
  // Written out: V8 gives each object that is spread and then extended its own hidden class, which a watch retains for an hour.
  const { method, target, headers, rawHeaders, body, upgraded } = exchange.request;
  const { peer } = caller;
  const context = new RequestContext({ method, target, headers, rawHeaders, body, upgraded, peer, bodies });
  context.onAuthenticated = caller.onAuthenticated;
  const request: ActiveRequest = { context, previous: undefined, next: undefined };
  active.add(request);
  exchange.onClose((isFinished) => {
    active.remove(request);
    if (!isFinished) context.abort(new Error('the client went away'));
    context.close();
  });
  try {
    const response = await handler(context);
    if (isTogether(response)) await endOfTurn();
    if (isEnding()) exchange.leave();
    // A stream can be large or endless, so it is sent while the client may still send its body.
    if (!isStream(response.body)) {
      const refusal = exchange.refusal?.();
      if (refusal !== undefined) return await refuse(refusal, response, response.body);
    }
    if (isStream(response.body) && !isWatch(context.observedInfo)) endInTime(context, exchange);
    // A log may be read slowly, for example in a pager. Backpressure bounds what waits.
    if (isStream(response.body) && isConnect(context.observedInfo)) exchange.waitForClient();
    await send(exchange, response);
    if (isClosing()) exchange.isLast();
  } catch {
    exchange.abort();
  }
}

/** Breaks off the response of an aborted request, since its head may already be sent. */
function endInTime({ signal }: RequestContext, exchange: Exchange): void {
  signal.addEventListener('abort', () => exchange.abort(), { once: true });
}

/** Responds to a request whose body was not read. */
async function refuse(refusal: Refusal, { status, headers }: Response, body: readonly Uint8Array[]): Promise<void> {
  const bytes = Buffer.concat(body);
  const length = String(bytes.byteLength);
  await refusal({ status, headers: { ...headers, 'content-length': length }, isAlone: false }, bytes);
}

/**
 * Returns a function that resolves after the current turn of the event loop has read all pending input. Responses that are written
 * together wake a client that waits for several of them only once. With 32 connections this nearly doubles the throughput of a core.
 */
export function createTickBarrier(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () =>
    (end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    }));
}

/** Whether the response waits for the tick barrier. A large response takes several turns anyway. */
function isTogether({ body }: Response): boolean {
  return isStream(body) || lengthOf(body) <= ONE_WRITE_BYTES;
}

async function send(exchange: Exchange, { status, headers, body }: Response): Promise<void> {
  if (isStream(body)) {
    exchange.begin({ status, headers, isAlone: true });
    if (exchange.hasBody) {
      body.writeTo?.(exchange);
      for await (const chunk of body) await exchange.write(chunk);
    } else {
      await body[Symbol.asyncIterator]().return?.();
    }
    await exchange.end();
    return;
  }
  const length = lengthOf(body);
  const sized = BODILESS.has(status) ? headers : { ...headers, 'content-length': String(length) };
  exchange.begin({ status, headers: sized, isAlone: false });
  if (length <= ONE_WRITE_BYTES) {
    await exchange.end(joined(body));
    return;
  }
  let last: Uint8Array = Buffer.alloc(0);
  for (const part of partsOf(body)) {
    if (last.byteLength > 0) await exchange.write(last);
    last = part;
  }
  await exchange.end(last);
}

/** Joins chunks to parts of at most the size of one write. A larger chunk is a part. */
function* partsOf(body: readonly Uint8Array[]): Generator<Uint8Array> {
  let part: Uint8Array[] = [];
  let length = 0;
  for (const chunk of body) {
    if (length > 0 && length + chunk.byteLength > PART_BYTES) {
      yield joined(part);
      part = [];
      length = 0;
    }
    part.push(chunk);
    length += chunk.byteLength;
  }
  if (length > 0) yield joined(part);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
