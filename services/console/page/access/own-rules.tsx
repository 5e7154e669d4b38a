import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/request.js';
import { usePage } from '../context.js';
import type { Rule } from './who-can.js';

interface RulesReview {
  readonly status?: { readonly resourceRules?: readonly Rule[]; readonly incomplete?: boolean };
}

/** The rules of the user in a namespace, by a SelfSubjectRulesReview. */
export function OwnRules({ namespace }: { readonly namespace: string }) {
  const { api, resources } = usePage();
  const [review, setReview] = useState<RulesReview | ApiError>();
  const group = resources.find(({ name }) => name === 'selfsubjectrulesreviews')?.group ?? 'authorization.k8s.io';
  useEffect(() => {
    const stop = new AbortController();
    api
      .post<RulesReview>(`/apis/${group}/v1/selfsubjectrulesreviews`, { spec: { namespace } }, stop.signal)
      .then(setReview, (error: unknown) => {
        if (error instanceof ApiError) setReview(error);
      });
    return () => stop.abort();
  }, [api, group, namespace]);
  if (review === undefined) return <p class="muted">Asking the API server.</p>;
  if (review instanceof ApiError) return <p class="notice notice-refused">{review.message}</p>;
  const { resourceRules = [], incomplete = false } = review.status ?? {};
  return (
    <>
      <table class="rules">
        <thead>
          <tr>
            <th scope="col">Resources</th>
            <th scope="col">Verbs</th>
          </tr>
        </thead>
        <tbody>
          {resourceRules.map(({ resources: names = [], apiGroups = [], resourceNames = [], verbs = [] }, index) => (
            <tr key={index}>
              <td>
                {names.join(', ')}
                {apiGroups.some((each) => each !== '') && <small class="muted"> {apiGroups.join(', ')}</small>}
                {resourceNames.length > 0 && <small class="muted"> only {resourceNames.join(', ')}</small>}
              </td>
              <td>{verbs.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {incomplete && <p class="muted">An authorizer does not list its rules, so that you may be able to do more.</p>}
    </>
  );
}
