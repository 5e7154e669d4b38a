import type { Status } from './types.js';

/** A request that the API server rejected, or that did not reach it (`code` is 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly status: Status | undefined;

  constructor(message: string, code: number, status?: Status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** What the console says of the session. */
export interface SessionView {
  /** URL of the API server. */
  readonly server: string;
  readonly signIns: readonly ('token' | 'code' | 'openid')[];
  /** Absent without a session, as the two below. */
  readonly user?: string;
  readonly csrf?: string;
  readonly expires?: number;
  /** After a sign-out: where the browser ends the session at the provider. */
  readonly end?: string;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of the API server, with its query. */
  readonly path: string;
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly text: string };
  readonly signal?: AbortSignal;
}

/** Sends requests to the API server through the console. */
export interface Api {
  /** Resolves to a successful response. Rejects with ApiError. */
  readonly send: (request: ApiRequest) => Promise<Response>;
  /** Resolves to the JSON of the response. Rejects with ApiError. */
  readonly json: <T>(request: ApiRequest) => Promise<T>;
  /** Posts an object, such as a review, and resolves to the answer. */
  readonly post: <T>(path: string, object: object, signal?: AbortSignal) => Promise<T>;
}

/** `onSignedOut` is called when the API server or the console no longer accepts the session. */
export function createApi(csrf: string, onSignedOut: () => void): Api {
  const send: Api['send'] = async ({ method = 'GET', path, accept = 'application/json', body, signal }) => {
    const answer = await call(`/k8s${path}`, {
      method,
      headers: { accept, 'x-csrf-token': csrf, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.text }),
      ...(signal && { signal }),
    });
    if (answer.ok) return answer;
    const error = await errorOf(answer);
    if (error.code === 401) onSignedOut();
    throw error;
  };
  const json: Api['json'] = async <T>(request: ApiRequest) => (await (await send(request)).json()) as T;
  return {
    send,
    json,
    post: (path, object, signal) =>
      json({
        method: 'POST',
        path,
        body: { type: 'application/json', text: JSON.stringify(object) },
        ...(signal && { signal }),
      }),
  };
}

/** Reads the session. Rejects with ApiError. */
export function readSession(): Promise<SessionView> {
  return ofSession('GET');
}

/** Signs in. Rejects with ApiError, whose message is for the user. */
export function signIn(credential: { readonly token: string } | { readonly code: string }): Promise<SessionView> {
  return ofSession('POST', credential);
}

/** Ends the session. */
export function signOut(): Promise<SessionView> {
  return ofSession('DELETE');
}

async function ofSession(method: string, body?: object): Promise<SessionView> {
  const answer = await call('/session', {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw await errorOf(answer);
  return (await answer.json()) as SessionView;
}

async function call(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError('The console does not answer.', 0);
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const status = statusIn(text);
  return new ApiError(status?.message ?? (text.slice(0, 500) || `status ${answer.status}`), answer.status, status);
}

function statusIn(text: string): Status | undefined {
  try {
    const value = JSON.parse(text) as Status | null;
    return value?.kind === 'Status' ? value : undefined;
  } catch {
    return undefined;
  }
}
