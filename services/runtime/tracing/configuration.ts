import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { int32, text } from '@pilothouse/apimachinery/schema/common.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { documentReader, field, struct } from '../files/document.js';

/** Kubernetes' TracingConfiguration. */
export interface TracingConfiguration {
  /** Where the collector is reached; the default of OTLP over gRPC when absent. */
  readonly endpoint?: string;
  /** The part of requests without a sampled parent that are traced; none when absent. */
  readonly samplingRatePerMillion?: number;
}

type Document = JsonObject & TracingConfiguration & { readonly apiVersion: string; readonly kind: string };

const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'] as const;
const KIND = 'TracingConfiguration';
const MILLION = 1_000_000;
/** gRPC's port of an address without one. */
const DEFAULT_PORT = ':443';
const SCHEMES = ['dns:', 'unix:', 'unix-abstract:'];

const SCHEMA = struct(KIND, [
  field('apiVersion', text, 'required'),
  field('kind', text, 'required'),
  field('endpoint', text, 'optional'),
  field('samplingRatePerMillion', int32, 'optional'),
]);

const read = documentReader<Document>({ schema: SCHEMA, check: problemsOf, parse: parseYaml });

/** Reads the file of `--tracing-config-file`, YAML or JSON. Throws an Error with one line for each invalid field. */
export function readTracingConfiguration(content: string, path: string, domain: Domain): TracingConfiguration {
  const { apiVersion, kind, ...configuration } = read(content, path);
  const group = domain.group('apiserver.config');
  if (kind !== KIND || !VERSIONS.some((version) => apiVersion === `${group}/${version}`)) {
    throw new Error(`${path}: must have the kind ${KIND} and the apiVersion ${group}/v1`);
  }
  return configuration;
}

/** Kubernetes' rules and texts. */
function problemsOf({ endpoint, samplingRatePerMillion: rate }: TracingConfiguration): FieldError[] {
  const errors: FieldError[] = [];
  const badRate = (detail: string): void => void errors.push(invalid('samplingRatePerMillion', rate ?? 0, detail));
  if (rate !== undefined && rate < 0) badRate('sampling rate must be positive');
  if (rate !== undefined && rate > MILLION)
    badRate('sampling rate per million must be less than or equal to one million');
  const problem = endpoint === undefined ? undefined : endpointProblem(endpoint);
  if (problem !== undefined && endpoint !== undefined) errors.push(invalid('endpoint', endpoint, problem));
  return errors;
}

function endpointProblem(endpoint: string): string | undefined {
  const text = endpoint.includes('//') ? endpoint : `dns://${endpoint}`;
  const [, scheme] = /^([a-z][a-z\d+.-]*:)\/\//i.exec(text) ?? [];
  if (scheme === undefined) return `parse ${JSON.stringify(text)}: first path segment in URL cannot contain colon`;
  if (SCHEMES.includes(scheme.toLowerCase())) return addressProblem(text);
  const name = scheme.slice(0, -1).toLowerCase();
  return `unsupported scheme: ${name}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`;
}

/** The address must be one that can be connected to, so that a wrong one is found at the start. */
function addressProblem(endpoint: string): string | undefined {
  return collectorAddress(endpoint) === undefined ? 'must be host:port, dns:///host:port or unix:///path' : undefined;
}

/** The address of the collector: `http://host:port`, or `unix:///path`. Undefined for an unusable one. */
export function collectorAddress(endpoint: string): string | undefined {
  if (/^unix:\/\/\/?[^/]/i.test(endpoint)) return endpoint;
  const rest = endpoint.replace(/^dns:\/\/(?:[^/]*\/(?=.))?/i, '');
  const [, host, port = DEFAULT_PORT] = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.exec(rest) ?? [];
  return host === undefined ? undefined : `http://${host}${port}`;
}
