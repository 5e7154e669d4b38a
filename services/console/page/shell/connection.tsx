import type { Connection } from '../api/live.js';

const TEXTS: Readonly<Record<Connection['state'], string>> = {
  loading: 'Loading',
  live: 'Live',
  polling: 'Every 10 s',
  paused: 'Paused',
  lost: 'Reconnecting',
  refused: 'Refused',
};

const TITLES: Readonly<Record<Connection['state'], string>> = {
  loading: 'The list is being read.',
  live: 'Changes appear as they happen.',
  polling: 'You may list these objects but not watch them, so that the list is read again every 10 seconds.',
  paused: 'The tab was hidden.',
  lost: 'The API server does not answer. The page resumes by itself.',
  refused: 'The API server rejects the request.',
};

/** How current the view is. */
export function ConnectionMark({ connection }: { readonly connection: Connection }) {
  const { state } = connection;
  return (
    <span class={`mark mark-${state}`} role="status" title={TITLES[state]}>
      {TEXTS[state]}
    </span>
  );
}

/** What keeps the view from being current; nothing while it is. */
export function ConnectionProblem({ connection }: { readonly connection: Connection }) {
  if (connection.state !== 'lost' && connection.state !== 'refused') return null;
  return (
    <p class={`notice notice-${connection.state}`} role="alert">
      <strong>{TITLES[connection.state]}</strong> {connection.error.message}
    </p>
  );
}
