import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { isIssuer, OIDC_ALGORITHMS, type OidcOptions } from '@pilothouse/token-authenticators/oidc/options.js';
import type { FlagValues } from './flags.js';
import { loginOptions, type LoginOptions } from './login.js';

/** Authentication methods other than client certificates, the token file and service account tokens. */
export interface AuthenticationOptions {
  /** Whether requests without credentials are allowed, as `system:anonymous`; true when absent. */
  readonly anonymous?: boolean;
  /** Whether bootstrap tokens are accepted; false when absent. */
  readonly bootstrapTokens?: boolean;
  readonly oidc?: OidcOptions;
  readonly webhook?: WebhookOptions;
  readonly proxy?: ProxyOptions;
  /** How command lines sign in; not published when absent. */
  readonly login?: LoginOptions;
}

/** Token webhook: authenticates bearer tokens by TokenReviews. */
export interface WebhookOptions {
  /** A kubeconfig. */
  readonly configFile: string;
  /** Version of the TokenReviews. */
  readonly version: 'v1' | 'v1beta1';
  /** Seconds that responses are cached. */
  readonly cacheTtl: number;
}

/** Authenticating proxies, which name the user in request headers. Header names are case-insensitive. */
export interface ProxyOptions {
  /** Certificate authorities (PEM) of the proxies' client certificates. */
  readonly caFile: string;
  /** Allowed common names of the client certificates; any when empty. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraPrefixes: readonly string[];
}

const WEBHOOK_VERSIONS = ['v1beta1', 'v1'] as const;
/** Value of `--oidc-username-prefix` that disables the prefix. */
const NO_PREFIX = '-';

export function authenticationOptions(flags: FlagValues): AuthenticationOptions {
  const [oidc, webhook, proxy] = [oidcOptions(flags), webhookOptions(flags), proxyOptions(flags)];
  const login = loginOptions(flags);
  return {
    anonymous: flags['anonymous-auth'],
    bootstrapTokens: flags['enable-bootstrap-token-auth'],
    ...(oidc && { oidc }),
    ...(webhook && { webhook }),
    ...(proxy && { proxy }),
    ...(login && { login }),
  };
}

/** The default prefix of user names is the issuer, except for the claim `email`; as in Kubernetes. */
function oidcOptions(flags: FlagValues): OidcOptions | undefined {
  const { 'oidc-issuer-url': issuer, 'oidc-client-id': clientId, 'oidc-username-claim': usernameClaim } = flags;
  if (issuer === undefined || clientId === undefined) return undefined;
  const prefix = flags['oidc-username-prefix'] ?? (usernameClaim === 'email' ? NO_PREFIX : `${issuer}#`);
  const { 'oidc-groups-claim': groupsClaim, 'oidc-ca-file': caFile } = flags;
  return {
    issuer,
    clientId,
    usernameClaim,
    usernamePrefix: prefix === NO_PREFIX ? '' : prefix,
    ...(groupsClaim !== undefined && { groupsClaim }),
    groupsPrefix: flags['oidc-groups-prefix'] ?? '',
    requiredClaims: (flags['oidc-required-claim'] ?? []).map((text) => splitAtEquals(text)),
    ...(caFile !== undefined && { caFile }),
    algorithms: flags['oidc-signing-algs'] ?? OIDC_ALGORITHMS,
  };
}

function webhookOptions(flags: FlagValues): WebhookOptions | undefined {
  const configFile = flags['authentication-token-webhook-config-file'];
  if (configFile === undefined) return undefined;
  return {
    configFile,
    version: webhookVersion(flags) ?? 'v1beta1',
    cacheTtl: flags['authentication-token-webhook-cache-ttl'],
  };
}

/** Version in the flag, with or without the API group. Undefined for any other text. */
function webhookVersion(flags: FlagValues): WebhookOptions['version'] | undefined {
  const text = flags['authentication-token-webhook-version'];
  return WEBHOOK_VERSIONS.find((version) => text === version || text === `${reviewGroup(flags)}/${version}`);
}

function reviewGroup(flags: FlagValues): string {
  return createDomain({ apiDomain: flags['api-domain'] }).group('authentication');
}

function proxyOptions(flags: FlagValues): ProxyOptions | undefined {
  const caFile = flags['requestheader-client-ca-file'];
  if (caFile === undefined) return undefined;
  return {
    caFile,
    allowedNames: flags['requestheader-allowed-names'] ?? [],
    usernameHeaders: flags['requestheader-username-headers'],
    uidHeaders: flags['requestheader-uid-headers'],
    groupHeaders: flags['requestheader-group-headers'],
    extraPrefixes: flags['requestheader-extra-headers-prefix'],
  };
}

/** Problems of combinations and values that the flag types do not check. */
export function authenticationProblems(flags: FlagValues): string[] {
  const problems: string[] = [];
  const say = (name: string, text: string, why: string): void =>
    void problems.push(`--${name} ${JSON.stringify(text)} ${why}`);
  const issuer = flags['oidc-issuer-url'];
  if (issuer !== undefined && !isIssuer(issuer)) {
    say('oidc-issuer-url', issuer, 'must be an https URL without user, query and fragment');
  }
  if (issuer !== undefined && flags['service-account-issuer']?.includes(issuer) === true) {
    say('oidc-issuer-url', issuer, 'is also a --service-account-issuer');
  }
  for (const text of flags['oidc-required-claim'] ?? []) {
    if (text.indexOf('=') < 1) say('oidc-required-claim', text, 'must be key=value');
  }
  for (const text of flags['oidc-signing-algs'] ?? []) {
    if (!OIDC_ALGORITHMS.includes(text)) say('oidc-signing-algs', text, `must be of ${OIDC_ALGORITHMS.join(', ')}`);
  }
  const version = flags['authentication-token-webhook-version'];
  if (webhookVersion(flags) === undefined) {
    const group = reviewGroup(flags);
    const known = WEBHOOK_VERSIONS.map((name) => `${name} or ${group}/${name}`);
    say('authentication-token-webhook-version', version, `must be ${known.join(', ')}`);
  }
  for (const name of HEADER_FLAGS) {
    for (const text of flags[name])
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text)) say(name, text, 'is not a valid header name');
  }
  return problems;
}

const HEADER_FLAGS = [
  'requestheader-username-headers',
  'requestheader-uid-headers',
  'requestheader-group-headers',
  'requestheader-extra-headers-prefix',
] as const;

function splitAtEquals(text: string): readonly [string, string] {
  const mark = text.indexOf('=');
  return [text.slice(0, mark), text.slice(mark + 1)];
}
