import { useState } from 'preact/hooks';
import type { ApiObject } from '../api/types.js';
import { DiffView } from './diff-view.js';
import type { Version } from './use-object.js';
import { withoutManagedFields } from './yaml-view.js';

/** What changed since the page was opened, with a diff between any two versions. */
export function HistoryView({ versions }: { readonly versions: readonly Version[] }) {
  const last = versions.length - 1;
  const [chosen, choose] = useState<{ readonly from?: number; readonly to?: number }>({});
  const to = chosen.to ?? last;
  const from = chosen.from ?? Math.max(0, to - 1);
  const [before, after] = [versions[from], versions[to]];
  if (before === undefined || after === undefined) return null;
  return (
    <div class="history">
      <ol class="versions" aria-label="Versions since the page was opened">
        {versions.map(({ object, seen }, index) => (
          <li key={object.metadata.resourceVersion} class={index === from || index === to ? 'chosen' : ''}>
            <span>
              <strong>{new Date(seen).toLocaleTimeString()}</strong> version {object.metadata.resourceVersion}
            </span>
            <small class="muted">{lastManager(object)}</small>
            <span class="choices">
              <label>
                <input
                  type="radio"
                  name="from"
                  checked={index === from}
                  onChange={() => choose((former) => ({ ...former, from: index }))}
                />
                from
              </label>
              <label>
                <input
                  type="radio"
                  name="to"
                  checked={index === to}
                  onChange={() => choose((former) => ({ ...former, to: index }))}
                />
                to
              </label>
            </span>
          </li>
        ))}
      </ol>
      {last === 0 ? (
        <p class="muted">The object has not changed since the page was opened. Changes appear here.</p>
      ) : (
        <DiffView from={withoutManagedFields(before.object)} to={withoutManagedFields(after.object)} />
      )}
    </div>
  );
}

/** The manager of the latest change. */
function lastManager({ metadata: { managedFields = [] } }: ApiObject): string {
  const latest = managedFields.toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? '')).at(-1);
  return latest === undefined
    ? ''
    : `${latest.operation === 'Apply' ? 'applied' : 'updated'} by ${latest.manager ?? ''}`;
}
