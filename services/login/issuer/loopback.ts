import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { LoginError } from '../login-error.js';

/** A listener on this machine to which the issuer sends the browser back (RFC 8252, section 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /** Resolves to the URL of the first redirect with the state of this sign-in. */
  readonly redirected: Promise<URL>;
  /** Shows the browser whether the sign-in succeeded, and stops. */
  readonly close: (isSignedIn: boolean) => Promise<void>;
}

export interface LoopbackOptions {
  /** Port 0 selects a free port. */
  readonly redirectUrl: URL;
  readonly state: string;
  /** Called for a redirect that is not of this sign-in. Any page of the browser can send one, so that it ends nothing. */
  readonly onForeign: () => void;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

/** Rejects with LoginError if the port is in use. */
export async function listenOnLoopback({ redirectUrl, state, onForeign }: LoopbackOptions): Promise<Loopback> {
  const own = new URL(redirectUrl);
  let waiting: ServerResponse | undefined;
  let found: (url: URL) => void = () => undefined;
  const redirected = new Promise<URL>((resolve) => {
    found = resolve;
  });
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    const url = URL.canParse(target, own.href) ? new URL(target, own) : undefined;
    if (request.method !== 'GET' || request.headers.host !== own.host || url?.pathname !== own.pathname) {
      show(response, 404, 'There is nothing here', 'This is the listener of a sign-in.');
    } else if (waiting !== undefined || url.searchParams.get('state') !== state) {
      onForeign();
      show(
        response,
        400,
        'This is not the sign-in that the terminal waits for',
        'Open the link in the terminal again.',
      );
    } else {
      waiting = response;
      found(url);
    }
  });
  server.listen(Number(redirectUrl.port || 80), redirectUrl.hostname === '[::1]' ? '::1' : '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new LoginError(`${redirectUrl.host} cannot be listened on: ${errorMessage(error)}; set --redirect-url`, {
      cause: error,
    });
  }
  own.port = String((server.address() as AddressInfo).port);
  return {
    redirectUri: own.href,
    redirected,
    async close(isSignedIn) {
      if (waiting?.destroyed === false) {
        const [title, text] = isSignedIn
          ? ['You are signed in', 'Close this page, and go on in the terminal.']
          : ['The sign-in failed', 'The terminal says why.'];
        const closed = once(waiting, 'close');
        show(waiting, isSignedIn ? 200 : 400, title, text);
        await closed;
      }
      server.close();
      server.closeAllConnections();
    },
  };
}

function show(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, HEADERS).end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`);
}
