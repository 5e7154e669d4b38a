import { useState } from 'preact/hooks';
import { ApiError } from '../api/request.js';
import type { ApiObject } from '../api/types.js';
import { usePage } from '../context.js';
import { Dialog } from '../shell/dialog.js';
import { descendantsOf } from './family.js';
import { isNamespace, useFamily } from './use-family.js';

interface DeleteDialogProps {
  readonly object: ApiObject;
  readonly path: string;
  readonly onClose: () => void;
}

const POLICIES = {
  Background: 'Delete them after it',
  Foreground: 'Delete them first',
  Orphan: 'Keep them, without an owner',
} as const;
type Policy = keyof typeof POLICIES;

/** Deletes an object, after it has shown what goes with it. */
export function DeleteDialog({ object, path, onClose }: DeleteDialogProps) {
  const { api } = usePage();
  const family = useFamily(object);
  const [policy, setPolicy] = useState<Policy>('Background');
  const [problem, setProblem] = useState('');
  const { name = '', uid = '', finalizers = [] } = object.metadata;
  const isWhole = isNamespace(object);
  const dependents = family && (isWhole ? [...family.members.values()] : descendantsOf(family, uid));
  const remove = async (): Promise<void> => {
    try {
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: policy, preconditions: { uid } };
      await api.json({ method: 'DELETE', path, body: { type: 'application/json', text: JSON.stringify(options) } });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    }
  };
  return (
    <Dialog label={`Delete ${name}`} onClose={onClose}>
      <h1>
        Delete {object.kind} {name}?
      </h1>
      {dependents === undefined && <p class="muted">Looking for what goes with it.</p>}
      {dependents?.length === 0 && <p>Nothing else goes with it.</p>}
      {dependents !== undefined && dependents.length > 0 && (
        <>
          <p>
            It {isWhole ? 'holds' : 'owns'} {dependents.length === 1 ? 'one object' : `${dependents.length} objects`}:
          </p>
          <ul class="goes" tabIndex={0} aria-label="Owned objects">
            {dependents.slice(0, 200).map(({ resource, meta }) => (
              <li key={meta.uid}>
                <span class="muted">{resource.kind}</span> {meta.name}
              </li>
            ))}
          </ul>
          {!isWhole && (
            <fieldset>
              <legend>What happens to them</legend>
              {(Object.keys(POLICIES) as Policy[]).map((each) => (
                <label class="option" key={each}>
                  <input type="radio" name="policy" checked={policy === each} onChange={() => setPolicy(each)} />
                  {POLICIES[each]}
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
      {finalizers.length > 0 && (
        <p class="notice">
          It stays until these finalizers are removed: <code>{finalizers.join(', ')}</code>
        </p>
      )}
      {problem !== '' && (
        <p class="notice notice-refused" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={onClose}>
          Keep it
        </button>
        <span class="space" />
        <button class="danger" type="button" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </Dialog>
  );
}
