import { setTimeout as sleep } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import type { Transport, TransportResponse } from '@pilothouse/client/transport.js';
import type { Answer, Case, Sender, Settled, Step } from './case.js';
import { normalise } from './normalise.js';
import { fromProtobuf } from './protobuf.js';
import { inside, mapTexts, objectsIn, stepsOf, valueAt } from './values.js';

/** A server under test. */
export interface Asked {
  /** An administrator who may impersonate others. */
  readonly admin: Transport;
  /** Without credentials. */
  readonly anonymous: Transport;
}

/** Headers that are compared. All others depend on the connection, the time or the server. */
const HEADERS = [
  'allow',
  'cache-control',
  'content-type',
  'location',
  'retry-after',
  'vary',
  'warning',
  'www-authenticate',
] as const;
/** Milliseconds until an answer must be complete. */
const TIMEOUT = 30_000;
/** Milliseconds until a step's condition must hold. Controllers may retry after a while. */
const SETTLING = 120_000;
/** Milliseconds between two attempts. */
const PAUSE = 50;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Runs a case in a new namespace of this name, which is deleted afterwards. */
export async function runCase({ name, steps }: Case, asked: Asked, namespace: string): Promise<readonly Answer[]> {
  const known = new Map([['ns', namespace]]);
  await make(asked, namespace);
  const prefixes = new Set<string>();
  const answers: Answer[] = [];
  for (const step of steps) {
    for (const object of step.body === undefined ? [] : objectsIn(step.body)) {
      if (typeof object['generateName'] === 'string')
        prefixes.add(object['generateName'].replaceAll('<ns>', namespace));
    }
    const answer = await settled(step, asked, known).catch((error: unknown) => {
      const { method, path, query = {}, body = '' } = step;
      const question = `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(body)}`;
      throw new Error(`no answer to ${question} of ${name}`, { cause: error });
    });
    for (const [word, path] of Object.entries(step.keep ?? {})) {
      const value = valueAt(answer.body, path);
      if (typeof value !== 'string') throw new Error(`${step.path}: no ${path} in ${JSON.stringify(answer)}`);
      known.set(word, value);
    }
    const only = step.only?.map((path) => fill(path, known));
    answers.push({ ...answer, ...(only && answer.body !== undefined && { body: parts(answer.body, only) }) });
  }
  if (steps.some(({ path }) => path.startsWith(DEFINITIONS))) await deleteDefinitions(asked, namespace);
  await send(asked, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  return normalise(answers, { namespace, prefixes, now: Date.now() });
}

async function make(asked: Asked, name: string): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const { status } = await send(asked, { method: 'POST', path: '/api/v1/namespaces', body });
  if (status !== 201) throw new Error(`cannot create the namespace ${name}: ${status}`);
}

/** Deletes the cluster-scoped definitions of the case. */
async function deleteDefinitions(asked: Asked, namespace: string): Promise<void> {
  const { bytes } = await send(asked, { method: 'GET', path: DEFINITIONS });
  const listed = valueAt(JSON.parse(bytes.toString()) as JsonValue, 'items');
  for (const item of Array.isArray(listed) ? listed : []) {
    const name = valueAt(item, 'metadata.name');
    if (typeof name !== 'string' || !name.includes(`.${namespace}`)) continue;
    await send(asked, { method: 'DELETE', path: `${DEFINITIONS}/${name}` });
  }
}

/** The first answer that meets the condition. */
async function settled(step: Step, asked: Asked, known: ReadonlyMap<string, string>): Promise<Answer> {
  const end = Date.now() + SETTLING;
  for (;;) {
    const answer = await take(step, asked, known);
    if (step.until === undefined || isSettled(answer, step.until, known)) return answer;
    if (Date.now() > end) throw new Error(`the condition is not met: ${JSON.stringify(answer)}`);
    await sleep(PAUSE);
  }
}

function isSettled(
  { status, body }: Answer,
  { status: wanted, is = {}, has = [] }: Settled,
  known: ReadonlyMap<string, string>,
): boolean {
  return (
    status === wanted &&
    Object.entries(is).every(([path, text]) => valueAt(body, fill(path, known)) === fill(text, known)) &&
    has.every((path) => valueAt(body, fill(path, known)) !== undefined)
  );
}

/** A text of a step with its placeholders replaced. */
function fill(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(/<(\w+)>/g, (all, word: string) => known.get(word) ?? all);
}

/** One answer, with placeholders in place of generated values. */
async function take(step: Step, asked: Asked, known: ReadonlyMap<string, string>): Promise<Answer> {
  const filled = (text: string): string => fill(text, known);
  const told: Step = {
    ...step,
    path: filled(step.path),
    ...(step.query && { query: mapTexts({ ...step.query }, filled) as Record<string, string> }),
    ...(step.headers && { headers: mapTexts({ ...step.headers }, filled) as Record<string, string> }),
    ...(step.body !== undefined && { body: mapTexts(step.body, filled) }),
  };
  const response = await send(asked, told);
  const type = step.asText === true ? '' : (response.headers['content-type'] ?? '');
  const headers = Object.fromEntries(
    HEADERS.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, response.headers[name]]])),
  );
  const body = bodyOf(response, type, step.events);
  return { status: response.status, headers, ...(body !== undefined && { body }) };
}

/** The events of a watch as a list. The layout of YAML is ignored. */
function bodyOf({ bytes, status }: Sent, type: string, events: number | undefined): JsonValue | undefined {
  if (bytes.byteLength === 0) return undefined;
  if (type.startsWith('application/vnd.kubernetes.protobuf') && events === undefined) return fromProtobuf(bytes);
  const text = bytes.toString();
  if (type.startsWith('application/yaml')) return parseYaml(text).value;
  if (!type.startsWith('application/json')) return text;
  if (events === undefined || status !== 200) return JSON.parse(text) as JsonValue;
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as JsonValue);
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

async function send({ admin, anonymous }: Asked, step: Step): Promise<Sent> {
  const { method, path, query, headers = {}, body, as = 'admin', events } = step;
  const sent = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const target = query === undefined ? path : `${path}?${String(new URLSearchParams(query))}`;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error('the answer is not complete in time')), TIMEOUT);
  try {
    const response = await (as === 'anonymous' ? anonymous : admin).request({
      method,
      target,
      headers: {
        'user-agent': 'conformance/1.0',
        accept: 'application/json',
        ...(sent && { 'content-type': 'application/json' }),
        ...actingAs(as),
        ...headers,
      },
      ...(sent && { body: sent }),
      signal: patience.signal,
    });
    const bytes = events === undefined ? Buffer.from(await collect(response.body)) : await firstLines(response, events);
    return { status: response.status, headers: response.headers, bytes };
  } finally {
    clearTimeout(timer);
  }
}

function actingAs(sender: Sender): Readonly<Record<string, string>> {
  return sender === 'unprivileged' ? { 'impersonate-user': 'nobody' } : {};
}

/** The first `count` lines of a stream, or all if it ends before. */
async function firstLines({ body }: TransportResponse, count: number): Promise<Buffer> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    if (text.split('\n').length > count) break;
  }
  return Buffer.from(text.split('\n').slice(0, count).join('\n'));
}

/** The values of an answer at some paths, by path. */
function parts(body: JsonValue, paths: readonly string[]): JsonValue {
  return Object.fromEntries(
    paths.map((path) => [path, stepsOf(path).reduce<JsonValue | undefined>(inside, body) ?? null]),
  );
}

/** The part of a Status that describes the error. */
export function messageOf({ body }: Answer): string {
  return isObject(body) && typeof body['message'] === 'string' ? body['message'] : '';
}
