import type { BodyBudget } from '../request/body-budget.js';
import { RequestContext, type Handler, type Peer } from '../request/context.js';
import { isWatch } from '../request/info.js';
import { isStream, lengthOf, type Response } from '../request/response.js';
import type { Exchange, Refusal } from './exchange.js';

/** Larger bodies are sent in parts, as the client takes them. With the head it stays below a socket's high-water mark. */
export const ONE_WRITE_BYTES = 12 * 1024;
const PART_BYTES = 256 * 1024;
/** The status that has no body, and says nothing of its length. */
const NOT_MODIFIED = 304;

/** What a listener knows of all of its requests. */
export interface Serving {
  readonly handler: Handler;
  /** The requests under way. */
  readonly active: Set<RequestContext>;
  readonly bodies: BodyBudget;
  /** Whether no more connections are taken. */
  readonly isClosing: () => boolean;
  /** Whether it closes, or will before long. */
  readonly isEnding: () => boolean;
  readonly endOfTurn: () => Promise<void>;
}

/** The connection of a request. */
export interface Caller {
  readonly peer: Peer;
  /** Called when the request is authenticated as other than the anonymous user. */
  readonly onAuthenticated: () => void;
}

/** Answers one request of any transport. Never rejects. */
export async function serve(exchange: Exchange, caller: Caller, serving: Serving): Promise<void> {
  const { active, bodies, handler, isClosing, isEnding, endOfTurn } = serving;
  // Written out, since V8 gives each object that is spread and then extended a shape of its own, which a watch keeps for an hour.
  const { method, target, headers, rawHeaders, body } = exchange.request;
  const context = new RequestContext({ method, target, headers, rawHeaders, body, peer: caller.peer, bodies });
  context.onAuthenticated = caller.onAuthenticated;
  active.add(context);
  exchange.onClose((isFinished) => {
    active.delete(context);
    if (!isFinished) context.abort(new Error('the client went away'));
    context.close();
  });
  try {
    const response = await handler(context);
    if (isTogether(response)) await endOfTurn();
    if (isEnding()) exchange.leave();
    const refusal = exchange.refusal?.();
    if (refusal !== undefined) return await refuse(refusal, response);
    if (isStream(response.body) && !isWatch(context.observedInfo)) endInTime(context, exchange);
    await send(exchange, response);
    if (isClosing()) exchange.isLast();
  } catch {
    exchange.abort();
  }
}

/** A stream that is given up can no longer become an error: what breaks off tells the client of it. */
function endInTime({ signal }: RequestContext, exchange: Exchange): void {
  signal.addEventListener('abort', () => exchange.abort(), { once: true });
}

/** Answers a request whose body nobody has read. */
async function refuse(refusal: Refusal, { status, headers, body }: Response): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const length = String(bytes.byteLength);
  await refusal({ status, headers: { ...headers, 'content-length': length }, isAlone: false }, bytes);
}

/**
 * Makes a function that resolves once the present turn of the event loop has read all that came in. Answers that are
 * written together wake a client that waits for several of them only once: with 32 connections that nearly doubles what
 * one core answers.
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

/** A large answer takes turns enough of its own to be written. */
function isTogether({ body }: Response): boolean {
  return isStream(body) || lengthOf(body) <= ONE_WRITE_BYTES;
}

async function send(exchange: Exchange, { status, headers, body }: Response): Promise<void> {
  if (isStream(body)) {
    exchange.begin({ status, headers, isAlone: true });
    if (exchange.hasBody) for await (const chunk of body) await exchange.write(chunk);
    else await body[Symbol.asyncIterator]().return?.();
    await exchange.end();
    return;
  }
  const length = lengthOf(body);
  const sized = status === NOT_MODIFIED ? headers : { ...headers, 'content-length': String(length) };
  exchange.begin({ status, headers: sized, isAlone: false });
  if (length <= ONE_WRITE_BYTES) {
    await exchange.end(body.length === 1 ? body[0] : Buffer.concat(body, length));
    return;
  }
  let last: Uint8Array = Buffer.alloc(0);
  for (const part of partsOf(body)) {
    if (last.byteLength > 0) await exchange.write(last);
    last = part;
  }
  await exchange.end(last);
}

/** Chunks put together to parts of about the size of one write. */
function* partsOf(body: readonly Uint8Array[]): Generator<Uint8Array> {
  let part: Uint8Array[] = [];
  let length = 0;
  for (const chunk of body) {
    part.push(chunk);
    length += chunk.byteLength;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(part, length);
    part = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(part, length);
}
