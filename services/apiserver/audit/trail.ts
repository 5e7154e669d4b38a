import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Event, ObjectReference } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { UserInfo } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { Status } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepCopy, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { AuditNotes } from '../request/audit-notes.js';
import { isLongRunning, type RequestInfo } from '../request/info.js';
import type { Backend } from './backend.js';
import { TRUNCATED } from './encode.js';
import { isAtLeast, type Level, type Stage } from './level.js';
import { withoutManagedFields } from './managed-fields.js';
import type { Verdict } from './policy.js';

export interface TrailOptions {
  readonly verdict: Verdict;
  readonly backends: readonly Backend[];
  readonly domain: Domain;
  readonly now: () => Date;
  /** The initially known attributes of the request. */
  readonly request: TrailRequest;
}

export interface TrailRequest {
  readonly id: string;
  readonly received: Date;
  readonly uri: string;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  readonly sourceIPs: readonly string[];
  readonly userAgent: string;
}

/** The recorded events of one request, stage by stage. */
export class AuditTrail implements AuditNotes {
  readonly #options: TrailOptions;
  readonly #event: Event;
  readonly #annotations = new Map<string, string>();

  constructor(options: TrailOptions) {
    const { request, verdict } = options;
    const { info, sourceIPs, userAgent } = request;
    this.#options = options;
    this.#event = {
      level: verdict.level,
      auditID: request.id,
      stage: 'RequestReceived',
      requestURI: request.uri,
      verb: info.verb,
      user: request.user,
      ...(sourceIPs.length > 0 && { sourceIPs: [...sourceIPs] }),
      ...(userAgent !== '' && { userAgent: shortened(userAgent) }),
      ...(info.type === 'resource' && { objectRef: objectReference(info) }),
    };
  }

  get level(): Level {
    return this.#options.verdict.level;
  }

  /** Whether the start of the response is a separate event. */
  get isLong(): boolean {
    return isLongRunning(this.#options.request.info);
  }

  /** Whether the response object is recorded. Deletions return a Status, which is recorded at every level. */
  get wantsAnswer(): boolean {
    const { verb, objectRef } = this.#event;
    return objectRef !== undefined && (isAtLeast(this.level, 'RequestResponse') || verb.startsWith('delete'));
  }

  annotate(key: string, value: string | (() => string), level: Level = 'Metadata'): void {
    if (this.#annotations.has(key) || !isAtLeast(this.level, level)) return;
    this.#annotations.set(key, typeof value === 'string' ? value : value());
  }

  decided({ type, reason }: { readonly type: string; readonly reason: string }): void {
    const group = this.#options.domain.group('authorization');
    this.annotate(`${group}/decision`, type === 'allow' ? 'allow' : 'forbid');
    this.annotate(`${group}/reason`, reason);
  }

  received(object: JsonObject): void {
    const { metadata } = object;
    const { objectRef } = this.#event;
    if (isObject(metadata) && objectRef !== undefined) complete(objectRef, metadata);
    if (isAtLeast(this.level, 'Request')) this.#event.requestObject = deepCopy(this.#presentable(object));
  }

  receivedPatch(patch: JsonValue): void {
    if (isAtLeast(this.level, 'Request')) this.#event.requestObject = deepCopy(patch);
  }

  actsAs(user: UserInfo): void {
    this.#event.impersonatedUser = user;
  }

  /** Sets the response, as far as it is known. */
  answered(status: Status, object?: JsonObject): void {
    this.#event.responseStatus = status;
    if (object === undefined || this.#event.objectRef === undefined) return;
    if (!isAtLeast(this.level, 'RequestResponse')) return;
    this.#event.responseObject = this.#presentable(object);
  }

  /** Marks the response as too large to be recorded. */
  truncated(): void {
    this.annotate(TRUNCATED, 'true');
  }

  /** Resolves with false if the request must not proceed, since it could not be recorded. */
  async record(stage: Stage): Promise<boolean> {
    const { backends, verdict, now, request } = this.#options;
    if (verdict.omittedStages.has(stage)) return true;
    const time = stage === 'RequestReceived' ? request.received : now();
    const event: Event = {
      ...this.#event,
      stage,
      requestReceivedTimestamp: microTime(request.received),
      stageTimestamp: microTime(time),
      ...(this.#annotations.size > 0 && { annotations: Object.fromEntries(this.#annotations) }),
    };
    const [only] = backends;
    if (only !== undefined && backends.length === 1) return only.record(event);
    return (await Promise.all(backends.map((backend) => backend.record(event)))).every(Boolean);
  }

  #presentable(object: JsonObject): JsonObject {
    return this.#options.verdict.omitManagedFields ? withoutManagedFields(object) : object;
  }
}

const LONGEST_AGENT = 1024;

function shortened(agent: string): string {
  return agent.length > LONGEST_AGENT ? `${agent.slice(0, LONGEST_AGENT)}...TRUNCATED` : agent;
}

function objectReference(info: Extract<RequestInfo, { type: 'resource' }>): ObjectReference {
  const { resource, namespace, name, group, version, subresource } = info;
  return {
    resource,
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
    ...(group !== '' && { apiGroup: group }),
    apiVersion: version,
    ...(subresource !== '' && { subresource }),
  };
}

/** Completes the reference from the request object. */
function complete(reference: ObjectReference, metadata: JsonObject): void {
  for (const key of ['namespace', 'name', 'uid', 'resourceVersion'] as const) {
    const value = metadata[key];
    if (reference[key] === undefined && typeof value === 'string' && value !== '') reference[key] = value;
  }
}

/** RFC 3339 with six decimals. */
function microTime(date: Date): string {
  return date.toISOString().replace(/Z$/, '000Z');
}
