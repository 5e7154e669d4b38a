import { once } from 'node:events';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { LoginError, printable } from '../login-error.js';
import type { FlowOptions } from '../options/login-options.js';
import type { Tokens } from '../tokens/saved-login.js';
import type { OpenBrowser } from './browser.js';
import { clockProblem } from './clock.js';
import { tokensOf, type Issuer } from './issuer.js';
import { listenOnLoopback } from './loopback.js';

export interface SignInContext {
  /** Absent if there is no browser that the user sees. */
  readonly openBrowser?: OpenBrowser | undefined;
  /** Shows lines to the user. */
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds for the user to sign in. */
const PATIENCE = 10 * 60_000;

/** Signs a user in. Rejects with LoginError. */
export async function signIn(issuer: Issuer, flow: FlowOptions, context: SignInContext): Promise<Tokens> {
  const { device_authorization_endpoint: device } = issuer.configuration.serverMetadata();
  const { method } = flow;
  if (method === 'device' && device === undefined)
    throw new LoginError(
      `the issuer ${issuer.options.issuer} has no sign-in on other devices; sign in without --device`,
    );
  const isDevice =
    method === 'device' || (method === 'auto' && context.openBrowser === undefined && device !== undefined);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE)]);
  try {
    const tokens = isDevice
      ? await signInByCode(issuer, { ...context, signal })
      : await signInByBrowser(issuer, flow, { ...context, signal });
    const clock = clockProblem(issuer.clock);
    if (clock !== undefined) context.say(`warning: ${clock}\n`);
    return tokens;
  } catch (error) {
    if (context.signal.aborted) throw new LoginError('the sign-in was stopped', { cause: error });
    if (signal.aborted) throw new LoginError('no user signed in within ten minutes', { cause: error });
    throw error;
  }
}

/** Authorization code with PKCE (RFC 7636, RFC 8252). */
async function signInByBrowser(
  issuer: Issuer,
  { method, redirectUrl }: FlowOptions,
  { openBrowser, say, signal }: SignInContext,
): Promise<Tokens> {
  const { configuration, options, asking } = issuer;
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const onForeign = (): void => say('An answer that does not belong to this sign-in was ignored.\n');
  const loopback = await listenOnLoopback({ redirectUrl, state, onForeign });
  let isSignedIn = false;
  try {
    const url = await asking(async () =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: loopback.redirectUri,
        scope: options.scopes.join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    );
    const isOpen = method === 'auto' && openBrowser !== undefined && (await openBrowser(url));
    say(
      isOpen
        ? `Sign in in the browser. If it does not open, use this link:\n\n  ${url.href}\n\n`
        : `Open this link in a browser on this machine:\n\n  ${url.href}\n\n`,
    );
    const answer = await Promise.race([loopback.redirected, aborted(signal)]);
    const tokens = await asking(() =>
      authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    );
    const result = tokensOf(issuer, tokens);
    isSignedIn = true;
    return result;
  } finally {
    await loopback.close(isSignedIn);
  }
}

/** Device authorization grant (RFC 8628). */
async function signInByCode(issuer: Issuer, { say, signal }: SignInContext): Promise<Tokens> {
  const { configuration, options, asking } = issuer;
  const device = await asking(() => initiateDeviceAuthorization(configuration, { scope: options.scopes.join(' ') }));
  const { verification_uri: plain, verification_uri_complete: complete } = device;
  for (const each of [plain, complete]) if (each !== undefined) requireHttps(new URL(each));
  say(
    `Open this page on any device, and enter the code ${printable(device.user_code)}:\n\n  ${new URL(plain).href}\n\n`,
  );
  if (complete !== undefined) say(`Or open this link, which has the code:\n\n  ${new URL(complete).href}\n\n`);
  return tokensOf(
    issuer,
    await asking(() => pollDeviceAuthorizationGrant(configuration, device, undefined, { signal })),
  );
}

/** The library requires it of all other addresses. */
function requireHttps(url: URL): void {
  if (url.protocol !== 'https:')
    throw new LoginError(`the page of the issuer is not an https URL: ${printable(url.href)}`);
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
