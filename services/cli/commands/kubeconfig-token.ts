import { readNamed } from './kubeconfig-server.js';
import type { Made } from './kubeconfig-user.js';

/** What can stand in a header after `Bearer`. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The token in a file; `-` is the standard input. Throws Error with a sentence, which does not tell the token. */
export async function readToken(path: string, input: () => Promise<string>): Promise<Made> {
  const text = path === '-' ? await input() : await readNamed(path);
  const token = text.replace(/\r?\n$/, '');
  if (TOKEN.test(token)) return { user: { token } };
  const what = path === '-' ? 'the standard input' : path;
  throw new Error(
    `${what} ${token === '' ? 'holds no token' : 'holds more than a token: one line without spaces is meant'}`,
  );
}
