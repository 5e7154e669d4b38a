import { useEffect, useState } from 'preact/hooks';
import { ApiError, signIn, type SessionView } from '../api/request.js';
import { Icon } from './icons.js';

interface SignInProps {
  readonly session: SessionView;
  readonly onSignedIn: (session: SessionView) => void;
}

/** What a sign-in at the provider ends with. */
const PROBLEMS: Readonly<Record<string, string>> = {
  rejected: 'The sign-in at the provider was not accepted. Try again.',
  unavailable: 'The identity provider does not answer. Try again later.',
};

/** Signs in by the code of a one-time link, which is in the fragment and so in no log, or by a token. */
export function SignIn({ session, onSignedIn }: SignInProps) {
  const [problem, setProblem] = useState(
    () => PROBLEMS[new URLSearchParams(location.search).get('problem') ?? ''] ?? '',
  );
  const hasProvider = session.signIns.includes('openid');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (credential: Parameters<typeof signIn>[0]): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      onSignedIn(await signIn(credential));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    const code = location.hash.slice(1);
    if (location.pathname !== '/sign-in' || code === '') return;
    history.replaceState(undefined, '', '/sign-in');
    void attempt({ code });
  }, []);
  return (
    <main class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          void attempt({ token: typeof token === 'string' ? token.trim() : '' });
        }}
      >
        <h1>
          <Icon name="wheel" /> Pilothouse
        </h1>
        <p class="muted">
          Sign in to <strong>{session.server}</strong>
        </p>
        {hasProvider && (
          <a class="button primary" href={`/sign-in/openid?${new URLSearchParams({ to: presentView() }).toString()}`}>
            Sign in with your provider
          </a>
        )}
        <label>
          {hasProvider ? 'Or a bearer token' : 'Bearer token'}
          <textarea class="field code" name="token" rows={5} required spellcheck={false} autocomplete="off" />
        </label>
        {problem !== '' && (
          <p class="notice notice-refused" role="alert">
            {problem}
          </p>
        )}
        <button class={hasProvider ? '' : 'primary'} type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in' : 'Sign in'}
        </button>
        <p class="hint">
          <code>kubectl create token NAME</code> creates a token for a service account.
          {session.signIns.includes('code') && ' The program prints a link that signs in the local administrator.'}
        </p>
      </form>
    </main>
  );
}

/** The view to return to. */
function presentView(): string {
  return location.pathname === '/sign-in' ? '/' : `${location.pathname}${location.search}`;
}
