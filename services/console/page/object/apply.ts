import { withQuery } from '../api/live.js';
import { ApiError, type Api } from '../api/request.js';
import type { ApiObject, Json } from '../api/types.js';
import { intentOf, MANAGER } from './intent.js';

/** What an edit would do. */
export interface Review {
  /** The object to apply. */
  readonly intent: Json;
  /** The object as it would be. */
  readonly result: ApiObject;
  /** Fields that others manage. They change only by force. */
  readonly conflicts: readonly Conflict[];
}

export interface Conflict {
  readonly field: string;
  /** Such as `kubectl-edit using apps/v1`. */
  readonly manager: string;
}

const APPLY = 'application/apply-patch+yaml';

export interface Target {
  readonly api: Api;
  readonly path: string;
}

/** Applies the text as a dry run, and finds what it changes. Rejects with ApiError for text that the server does not accept. */
export async function reviewEdit({ api, path }: Target, live: ApiObject, text: string): Promise<Review> {
  const edited = await apply({ api, path }, text, { dryRun: 'All', force: 'true' });
  const intent = intentOf(live, edited);
  const body = JSON.stringify(intent);
  try {
    const result = await apply({ api, path }, body, { dryRun: 'All' });
    return { intent, result, conflicts: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 409) throw error;
    const conflicts = conflictsIn(error);
    if (conflicts.length === 0) throw error;
    const result = await apply({ api, path }, body, { dryRun: 'All', force: 'true' });
    return { intent, result, conflicts };
  }
}

/** Applies what was reviewed. `force` takes the conflicting fields over. */
export function applyIntent(target: Target, intent: Json, force: boolean): Promise<ApiObject> {
  return apply(target, JSON.stringify(intent), force ? { force: 'true' } : {});
}

function apply({ api, path }: Target, text: string, query: Readonly<Record<string, string>>): Promise<ApiObject> {
  return api.json<ApiObject>({
    method: 'PATCH',
    path: withQuery(path, { fieldManager: MANAGER, fieldValidation: 'Strict', ...query }),
    body: { type: APPLY, text },
  });
}

function conflictsIn({ status }: ApiError): readonly Conflict[] {
  return (status?.details?.causes ?? []).flatMap(({ reason, field = '', message = '' }) =>
    reason === 'FieldManagerConflict'
      ? [{ field, manager: message.replace(/^conflict with /, '').replaceAll('"', '') }]
      : [],
  );
}
