import assert from 'node:assert/strict';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { text } from 'node:stream/consumers';

export interface SignInOptions {
  /** The authority of the provider (PEM). */
  readonly caPem: string;
  /** The user who signs in. Any password is accepted. */
  readonly user: string;
  /** What the user enters for a device. */
  readonly userCode?: string;
}

const MOST_PAGES = 20;

/** A browser without scripts: follows redirects, keeps cookies, and submits the forms of the provider. Resolves to the last page. */
export async function signInAtProvider(address: string, options: SignInOptions): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form] = [new URL(address), undefined as URLSearchParams | undefined];
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { location, setCookies, page } = await ask(url, form, cookies, options.caPem);
    for (const each of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    form = undefined;
    if (location !== undefined) {
      url = new URL(location, url);
      continue;
    }
    const [, action, body = ''] = /<form[^>]* action="([^"]*)"[^>]*>([^]*?)<\/form>/.exec(page) ?? [];
    if (action === undefined) return page;
    url = new URL(action.replaceAll('&amp;', '&'), url);
    form = filled(body, options);
  }
  throw new Error(`the sign-in does not end: ${url.href}`);
}

function filled(body: string, { user, userCode = '' }: SignInOptions): URLSearchParams {
  const answers: Record<string, string> = { login: user, password: 'any', user_code: userCode };
  const fields = [...body.matchAll(/<input[^>]*>/g)].map(([tag]): [string, string] => {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1] ?? '';
    return [name, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? answers[name] ?? ''];
  });
  return new URLSearchParams(fields);
}

async function ask(url: URL, form: URLSearchParams | undefined, cookies: ReadonlyMap<string, string>, ca: string) {
  const isProvider = url.protocol === 'https:';
  const outgoing = (isProvider ? requestSecurely : requestPlain)(url, {
    method: form === undefined ? 'GET' : 'POST',
    ...(isProvider && { ca }),
    headers: {
      ...(isProvider && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  outgoing.end(form?.toString());
  const answer = await answered;
  assert.ok(answer.statusCode !== undefined);
  const { location, 'set-cookie': setCookies = [] } = answer.headers;
  return { location, setCookies, page: await text(answer) };
}
