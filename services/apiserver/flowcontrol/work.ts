import type { RequestContext } from '../request/context.js';
import { isWatch, type ResourceRequest } from '../request/info.js';

/** Estimated work of a request (Kubernetes' work estimator). */
export interface Work {
  /** Seats that it holds while it executes. */
  readonly seats: number;
  /** Work after its end, in seat-milliseconds: its events go to all watchers. */
  readonly afterwards: number;
  /** The number of watchers of what it writes; absent if it writes nothing that can be watched. */
  readonly watchers?: number;
}

/** What the server holds of a resource. */
export interface ResourceLoad {
  readonly objects: number;
  /** Size of all objects. */
  readonly bytes: number;
  readonly watchers: number;
}

/** The load of the resource of a request; undefined for a resource that this server does not store. */
export type LoadOf = (info: ResourceRequest) => ResourceLoad | undefined;

/** Bytes that a list handles for each seat, and at most: a list is sent from memory as a stream. */
const BYTES_PER_SEAT = 100_000;
const MOST_BYTES = 1_000_000;
/** Watchers that stand for a seat, and its duration in milliseconds. */
const WATCHERS_PER_SEAT = 10;
const EVENT_TIME = 5;

const ONE_SEAT: Work = { seats: 1, afterwards: 0 };
const WRITING: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete']);

/** Estimates the work of a request. `widest` is the maximum number of seats of its priority level. */
export function estimateWork(request: Pick<RequestContext, 'info' | 'query'>, widest: number, loadOf: LoadOf): Work {
  const { info } = request;
  if (info.type !== 'resource') return ONE_SEAT;
  if (WRITING.has(info.verb)) return writeOf(info, loadOf);
  if (info.verb !== 'list' && !isWatch(info)) return ONE_SEAT;
  // A list of one object is a get.
  if (info.name !== '') return ONE_SEAT;
  const { query } = request;
  if (isWatch(info) && !sendsObjects(query)) return ONE_SEAT;
  const load = loadOf(info);
  if (load === undefined || load.objects === 0) return ONE_SEAT;
  const limit = Number(query.get('limit'));
  const part = limit > 0 && limit < load.objects ? limit / load.objects : 1;
  const seats = Math.ceil(Math.min(load.bytes * part, MOST_BYTES) / BYTES_PER_SEAT);
  return { seats: Math.min(widest, Math.max(1, seats)), afterwards: 0 };
}

/** A watch begins with the present objects on request, and without a version to start from. */
function sendsObjects(query: URLSearchParams): boolean {
  const version = query.get('resourceVersion') ?? '';
  return query.get('sendInitialEvents') === 'true' || version === '' || version === '0';
}

function writeOf(info: ResourceRequest, loadOf: LoadOf): Work {
  // A token is not stored.
  if (info.resource === 'serviceaccounts' && info.subresource === 'token') return ONE_SEAT;
  const watchers = loadOf(info)?.watchers ?? 0;
  const afterwards = watchers < WATCHERS_PER_SEAT ? 0 : Math.ceil(watchers / WATCHERS_PER_SEAT) * EVENT_TIME;
  return { seats: 1, afterwards, watchers };
}
