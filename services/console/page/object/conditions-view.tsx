import { ageText } from '../table/age.js';
import type { ApiObject } from '../api/types.js';
import { conditionsOf } from './conditions.js';

/** The conditions of an object as a timeline, the latest first. */
export function ConditionsView({ object }: { readonly object: ApiObject }) {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return <p class="muted">The object has no conditions.</p>;
  const now = Date.now();
  return (
    <ol class="timeline">
      {conditions.map(({ type, status, reason, message, since, tone }) => (
        <li key={type} class={`timeline-${tone}`}>
          <time dateTime={since} title={since}>
            {since === '' ? '' : `${ageText(since, now)} ago`}
          </time>
          <h2>
            {type} <span class={`tone-${tone}`}>{status}</span>
          </h2>
          <p>
            <strong>{reason}</strong> {message}
          </p>
        </li>
      ))}
    </ol>
  );
}
