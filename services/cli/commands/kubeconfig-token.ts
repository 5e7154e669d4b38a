import { readInputFile } from './kubeconfig-server.js';
import type { IssuedCredentials } from './kubeconfig-user.js';

/** Valid characters of a bearer token in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Reads a token from a file; `-` is the standard input. Rejects with an Error that does not contain the token. */
export async function readToken(path: string, input: () => Promise<string>): Promise<IssuedCredentials> {
  const text = path === '-' ? await input() : await readInputFile(path);
  const token = text.replace(/\r?\n$/, '');
  if (TOKEN.test(token)) return { user: { token } };
  const what = path === '-' ? 'the standard input' : path;
  throw new Error(
    `${what} ${token === '' ? 'contains no token' : 'must contain only a token: one line without spaces'}`,
  );
}
