import { isIP } from 'node:net';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import type { StringSchema } from '@pilothouse/apimachinery/schema/schema.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { isSubdomain, parseValue } from '@pilothouse/flags/parse-value.js';
import { normalHosts } from '@pilothouse/runtime/certificates/hosts.js';
import { documentReader, field, listOf, struct } from '@pilothouse/runtime/files/document.js';
import type { Plan, PlannedCertificate } from './plan.js';

type Usage = 'server' | 'client';

interface AuthorityEntry {
  readonly name: string;
  readonly commonName: string;
  readonly validity?: string;
  readonly propagation?: string;
}

interface CertificateEntry {
  readonly name: string;
  readonly authority: string;
  readonly commonName: string;
  readonly organizations?: readonly string[];
  readonly hosts?: readonly string[];
  readonly usages: readonly Usage[];
  readonly validity?: string;
}

/** The plan as written in its file. */
interface PlanDocument {
  readonly authorities?: readonly AuthorityEntry[];
  readonly certificates?: readonly CertificateEntry[];
  readonly keys?: readonly { readonly name: string }[];
  readonly sessionKeys?: readonly { readonly name: string }[];
  readonly kubeconfigs?: readonly {
    readonly name: string;
    readonly certificate: string;
    readonly authority: string;
    readonly server: string;
    readonly namespace?: string;
  }[];
}

const USAGE: StringSchema = { type: 'string', enum: ['server', 'client'] };

const AUTHORITY = struct('Authority', [
  field('name', text, 'required'),
  field('commonName', text, 'required'),
  field('validity', text, 'optional'),
  field('propagation', text, 'optional'),
]);

const CERTIFICATE = struct('Certificate', [
  field('name', text, 'required'),
  field('authority', text, 'required'),
  field('commonName', text, 'required'),
  field('organizations', listOf(text), 'optional'),
  field('hosts', listOf(text), 'optional'),
  field('usages', listOf(USAGE), 'required'),
  field('validity', text, 'optional'),
]);

const KEY = struct('Key', [field('name', text, 'required')]);

const SESSION_KEY = struct('SessionKey', [field('name', text, 'required')]);

const KUBECONFIG = struct('Kubeconfig', [
  field('name', text, 'required'),
  field('certificate', text, 'required'),
  field('authority', text, 'required'),
  field('server', text, 'required'),
  field('namespace', text, 'optional'),
]);

const PLAN = struct('Plan', [
  field('authorities', listOf(AUTHORITY), 'optional'),
  field('certificates', listOf(CERTIFICATE), 'optional'),
  field('keys', listOf(KEY), 'optional'),
  field('sessionKeys', listOf(SESSION_KEY), 'optional'),
  field('kubeconfigs', listOf(KUBECONFIG), 'optional'),
]);

/** Ten years and one year. */
const [AUTHORITY_VALIDITY, CERTIFICATE_VALIDITY] = ['87600h', '8760h'];
/** RFC 5280, appendix A: the upper bounds of commonName and organizationName. */
const LONGEST_NAME = 64;
/** Suffixes of file and entry names of an item. */
const RESERVED = /-(bundle|next)$/;

const read = documentReader<PlanDocument & JsonObject>({ schema: PLAN, check: planErrors, parse: parseYaml });

/** Reads a plan. `path` is for messages. Throws an Error that lists every error with its field path. */
export function readPlan(content: string, path: string): Plan {
  const { authorities = [], certificates = [], keys = [], sessionKeys = [], kubeconfigs = [] } = read(content, path);
  return {
    authorities: authorities.map(({ validity = AUTHORITY_VALIDITY, propagation, ...rest }) => ({
      ...rest,
      validity: milliseconds(validity) ?? 0,
      ...(propagation !== undefined && { propagation: milliseconds(propagation) ?? 0 }),
    })),
    certificates: certificates.map(plannedCertificate),
    keys,
    sessionKeys,
    kubeconfigs,
  };
}

function plannedCertificate(entry: CertificateEntry): PlannedCertificate {
  const { name, authority, commonName, organizations = [], usages, validity = CERTIFICATE_VALIDITY } = entry;
  const hosts = normalHosts(entry.hosts ?? []);
  const isServer = usages.includes('server');
  return {
    name,
    authority,
    commonName,
    organizations: [...new Set(organizations)],
    purpose: isServer ? { type: usages.includes('client') ? 'peer' : 'server', hosts } : { type: 'client' },
    validity: milliseconds(validity) ?? 0,
  };
}

function planErrors(plan: PlanDocument): FieldError[] {
  const { authorities = [], certificates = [], keys = [], sessionKeys = [], kubeconfigs = [] } = plan;
  const names = new Set<string>();
  const named = (list: string, items: readonly { readonly name: string }[]): FieldError[] =>
    eachError(items, ({ name }, index) => nameErrors(fieldPath(keyPath(list, index), 'name'), name, names));
  return [
    ...named('authorities', authorities),
    ...named('certificates', certificates),
    ...named('keys', keys),
    ...named('sessionKeys', sessionKeys),
    ...named('kubeconfigs', kubeconfigs),
    ...eachError(authorities, ({ commonName, validity, propagation }, index) => {
      const path = keyPath('authorities', index);
      return [
        ...subjectErrors(fieldPath(path, 'commonName'), commonName),
        ...durationErrors(fieldPath(path, 'validity'), validity),
        ...durationErrors(fieldPath(path, 'propagation'), propagation),
      ];
    }),
    ...eachError(certificates, (entry, index) => certificateErrors(keyPath('certificates', index), entry, plan)),
    ...eachError(kubeconfigs, (entry, index) => {
      const path = keyPath('kubeconfigs', index);
      const certificate = certificates.find(({ name }) => name === entry.certificate);
      const isClient = certificate === undefined || certificate.usages.includes('client');
      return [
        ...referenceErrors(fieldPath(path, 'authority'), entry.authority, [
          certificates,
          keys,
          sessionKeys,
          kubeconfigs,
        ]),
        ...referenceErrors(fieldPath(path, 'certificate'), entry.certificate, [
          authorities,
          keys,
          sessionKeys,
          kubeconfigs,
        ]),
        ...(isClient
          ? []
          : [invalid(fieldPath(path, 'certificate'), entry.certificate, 'must be a client certificate')]),
        ...(isServerUrl(entry.server)
          ? []
          : [invalid(fieldPath(path, 'server'), entry.server, 'must be an https URL, such as https://10.0.0.1:6443')]),
        ...(entry.namespace === undefined || isSubdomain(entry.namespace)
          ? []
          : [invalid(fieldPath(path, 'namespace'), entry.namespace, 'must be the name of a namespace')]),
      ];
    }),
  ];
}

function certificateErrors(path: string, entry: CertificateEntry, plan: PlanDocument): FieldError[] {
  const { authorities = [], certificates = [], keys = [], sessionKeys = [], kubeconfigs = [] } = plan;
  const at = (name: string): string => fieldPath(path, name);
  const { authority, commonName, organizations = [], hosts = [], usages, validity = CERTIFICATE_VALIDITY } = entry;
  const issuer = authorities.find(({ name }) => name === authority);
  const longest = milliseconds(issuer?.validity ?? AUTHORITY_VALIDITY) ?? Infinity;
  const isServer = usages.includes('server');
  return [
    ...referenceErrors(at('authority'), authority, [certificates, keys, sessionKeys, kubeconfigs]),
    ...subjectErrors(at('commonName'), commonName),
    ...eachError(organizations, (each, index) => subjectErrors(keyPath(at('organizations'), index), each)),
    ...(isServer && hosts.length === 0
      ? [required(at('hosts'), 'a server certificate needs DNS names or IP addresses')]
      : []),
    ...(!isServer && hosts.length > 0 ? [forbidden(at('hosts'), 'only server certificates have hosts')] : []),
    ...eachError(hosts, (host, index) =>
      isHost(host) ? [] : [invalid(keyPath(at('hosts'), index), host, 'must be a DNS name or an IP address')],
    ),
    ...durationErrors(at('validity'), validity),
    ...(issuer !== undefined && (milliseconds(validity) ?? 0) > longest
      ? [invalid(at('validity'), validity, 'must not be longer than the validity of its authority')]
      : []),
  ];
}

function nameErrors(path: string, name: string, names: Set<string>): FieldError[] {
  const isTwice = names.has(name);
  names.add(name);
  if (!isSubdomain(name)) return [invalid(path, name, 'must be a DNS subdomain, as names of Secrets are')];
  if (RESERVED.test(name)) return [invalid(path, name, 'must not end with -bundle or -next')];
  return isTwice ? [duplicate(path, name)] : [];
}

/** A name may refer to an item outside the plan, but not to a plan item of another type. */
function referenceErrors(
  path: string,
  name: string,
  others: readonly (readonly { readonly name: string }[])[],
): FieldError[] {
  if (!isSubdomain(name)) return [invalid(path, name, 'must be a DNS subdomain, as names of Secrets are')];
  const hasOtherType = others.some((list) => list.some((each) => each.name === name));
  return hasOtherType ? [invalid(path, name, 'the plan has an item of another type with this name')] : [];
}

function subjectErrors(path: string, name: string): FieldError[] {
  if (name === '') return [required(path)];
  return Array.from(name).length > LONGEST_NAME
    ? [invalid(path, name, `must have at most ${LONGEST_NAME} characters`)]
    : [];
}

function durationErrors(path: string, duration: string | undefined): FieldError[] {
  if (duration === undefined || (milliseconds(duration) ?? 0) >= 1000) return [];
  return [invalid(path, duration, 'must be a duration of at least one second, such as 8760h')];
}

function milliseconds(duration: string): number | undefined {
  const parsed = parseValue('duration', duration);
  return parsed.ok && typeof parsed.value === 'number' ? parsed.value * 1000 : undefined;
}

/** The first label may be `*`. */
function isHost(host: string): boolean {
  return isIP(host) !== 0 ? !host.includes('%') : isSubdomain(host.toLowerCase().replace(/^\*\./, ''));
}

function isServerUrl(server: string): boolean {
  if (!server.startsWith('https://') || !URL.canParse(server)) return false;
  const { username, password, search, hash } = new URL(server);
  return username === '' && password === '' && search === '' && hash === '';
}
