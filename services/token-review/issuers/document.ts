import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { documentReader, field, listOf, mapOf, struct } from '@pilothouse/runtime/files/document.js';
import { isIssuer, OIDC_ALGORITHMS, type OidcOptions } from '@pilothouse/token-authenticators/oidc/options.js';

/** The issuers file, in YAML. Its fields are the API server's `--oidc-…` flags. */
type IssuersDocument = { readonly issuers?: readonly Issuer[] };

type Issuer = {
  readonly issuerURL: string;
  readonly clientID: string;
  readonly usernameClaim?: string;
  readonly usernamePrefix?: string;
  readonly groupsClaim?: string;
  readonly groupsPrefix?: string;
  readonly requiredClaims?: Readonly<Record<string, string>>;
  readonly caFile?: string;
  readonly signingAlgs?: readonly string[];
};

const ISSUER = struct('Issuer', [
  field('issuerURL', text, 'required'),
  field('clientID', text, 'required'),
  field('usernameClaim', text, 'optional'),
  field('usernamePrefix', text, 'optional'),
  field('groupsClaim', text, 'optional'),
  field('groupsPrefix', text, 'optional'),
  field('requiredClaims', mapOf(text), 'optional'),
  field('caFile', text, 'optional'),
  field('signingAlgs', listOf(text), 'optional'),
]);

const ISSUERS = struct('Issuers', [field('issuers', listOf(ISSUER), 'required')]);

const readDocument = documentReader<IssuersDocument & JsonObject>({
  schema: ISSUERS,
  check: documentErrors,
  parse: parseYaml,
});

/** Reads the issuers file, by the rules of `documentReader`. */
export function readIssuers(text: string, path: string): OidcOptions[] {
  return (readDocument(text, path).issuers ?? []).map(optionsOf);
}

/** The value for a user name without prefix. */
const NO_PREFIX = '-';

/** Applies the defaults of the flags: user names other than email addresses are prefixed by the issuer. */
function optionsOf(issuer: Issuer): OidcOptions {
  const { issuerURL, usernameClaim = 'sub', groupsClaim, caFile } = issuer;
  const prefix = issuer.usernamePrefix ?? (usernameClaim === 'email' ? NO_PREFIX : `${issuerURL}#`);
  return {
    issuer: issuerURL,
    clientId: issuer.clientID,
    usernameClaim,
    usernamePrefix: prefix === NO_PREFIX ? '' : prefix,
    ...(groupsClaim !== undefined && { groupsClaim }),
    groupsPrefix: issuer.groupsPrefix ?? '',
    requiredClaims: Object.entries(issuer.requiredClaims ?? {}),
    ...(caFile !== undefined && { caFile }),
    algorithms: issuer.signingAlgs ?? OIDC_ALGORITHMS,
  };
}

function documentErrors({ issuers = [] }: IssuersDocument): FieldError[] {
  const known = new Set<string>();
  return eachError(issuers, ({ issuerURL, signingAlgs = [] }, index) => {
    const path = keyPath('issuers', index);
    const at = fieldPath(path, 'issuerURL');
    const isTwice = known.has(issuerURL);
    known.add(issuerURL);
    return [
      ...(isIssuer(issuerURL) ? [] : [invalid(at, issuerURL, 'must be an https URL without user, query and fragment')]),
      ...(isTwice ? [duplicate(at, issuerURL)] : []),
      ...eachError(signingAlgs, (name, item) =>
        OIDC_ALGORITHMS.includes(name)
          ? []
          : [notSupported(keyPath(fieldPath(path, 'signingAlgs'), item), name, OIDC_ALGORITHMS)],
      ),
    ];
  });
}
