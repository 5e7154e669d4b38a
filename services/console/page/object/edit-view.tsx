import { useState } from 'preact/hooks';
import { ApiError } from '../api/request.js';
import type { ApiObject } from '../api/types.js';
import { applyIntent, reviewEdit, type Conflict, type Review, type Target } from './apply.js';
import { DiffView } from './diff-view.js';
import { Editor } from './editor.js';
import { editable } from './intent.js';
import { textOf, yamlLines } from './yaml-lines.js';
import { withoutManagedFields } from './yaml-view.js';

/** What the user has typed, which outlives the view. */
export interface Draft {
  readonly text: string;
  /** The version that the edit began with. */
  readonly base: ApiObject;
}

export function newDraft(object: ApiObject): Draft {
  return { text: textOf(yamlLines(editable(object))), base: object };
}

interface EditViewProps {
  readonly target: Target;
  readonly live: ApiObject;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft | undefined) => void;
}

/** Edits an object by server-side apply: the text, then what it would change, then the change. */
export function EditView({ target, live, draft, onDraft }: EditViewProps) {
  const [review, setReview] = useState<Review>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const look = (): Promise<void> => attempt(async () => setReview(await reviewEdit(target, live, draft.text)));
  const send = ({ intent, conflicts }: Review): Promise<void> =>
    attempt(async () => {
      await applyIntent(target, intent, conflicts.length > 0);
      onDraft(undefined);
    });
  const hasChanged = draft.base.metadata.resourceVersion !== live.metadata.resourceVersion;
  return (
    <div class="edit">
      {hasChanged && (
        <p class="notice" role="status">
          The object has changed since the edit began. The review compares with its present state.
        </p>
      )}
      {problem !== undefined && (
        <p class="notice notice-refused" role="alert">
          {problem}
        </p>
      )}
      {review === undefined ? (
        <Editor label="YAML of the object" text={draft.text} onText={(text) => onDraft({ ...draft, text })} />
      ) : (
        <>
          <Conflicts conflicts={review.conflicts} />
          <DiffView from={withoutManagedFields(live)} to={withoutManagedFields(review.result)} />
        </>
      )}
      <div class="actions">
        <button type="button" onClick={() => (review === undefined ? onDraft(undefined) : setReview(undefined))}>
          {review === undefined ? 'Discard' : 'Back to the text'}
        </button>
        <span class="space" />
        {review === undefined ? (
          <button class="primary" type="button" disabled={isBusy} onClick={() => void look()}>
            Review the change
          </button>
        ) : (
          <button class="primary" type="button" disabled={isBusy} onClick={() => void send(review)}>
            {review.conflicts.length > 0 ? 'Take the fields over and apply' : 'Apply'}
          </button>
        )}
      </div>
      <p class="muted">
        You become the manager of the fields that you change. A field that you leave out stays while another manager has
        it.
      </p>
    </div>
  );
}

function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const managers = [...new Set(conflicts.map(({ manager }) => manager))];
  return (
    <>
      {managers.map((manager) => (
        <div class="notice" role="alert" key={manager}>
          <strong>{manager}</strong> manages these fields, and may set them back:
          <ul>
            {conflicts
              .filter((each) => each.manager === manager)
              .map(({ field }) => (
                <li key={field}>
                  <code>{field}</code>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  );
}
