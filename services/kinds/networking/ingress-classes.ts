import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  ingressClassNames,
  ingressClassSchema,
  type IngressClass,
  type IngressClassParametersReference,
  type IngressClassSpec,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { domainPrefixedPath } from '@pilothouse/apimachinery/names/domain-path.js';
import {
  fieldPath,
  forbidden,
  invalidEach,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, classNameColumn, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { validateObjectReference } from './object-reference.js';
import { specGeneration } from '../definition/status-strategy.js';

const DEFAULT_ANNOTATION = 'ingressclass.kubernetes.io/is-default-class';

/** Whether new Ingresses get the class by default. */
export function isDefaultClass({ metadata }: IngressClass): boolean {
  return metadata.annotations?.[DEFAULT_ANNOTATION] === 'true';
}

export function ingressClasses(domain: Domain): ResourceDefinition<IngressClass> {
  return {
    group: domain.group('networking'),
    versions: [{ name: 'v1', schema: ingressClassSchema }],
    ...ingressClassNames,
    verbs: ALL_VERBS,
    columns: [
      classNameColumn(isDefaultClass),
      textColumn('Controller', 'Controller of the class.', ({ spec }) => spec.controller ?? ''),
      textColumn('Parameters', 'Object with more configuration.', ({ spec }) => parametersText(spec.parameters)),
      AGE_COLUMN,
    ],
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      ...specGeneration,
      validate: ({ spec }, old) => [...validateUpdate(spec, old?.spec), ...validateSpec(spec)],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

const CONTROLLER = 'spec.controller';
const MAX_CONTROLLER = 250;

function validateUpdate({ controller = '' }: IngressClassSpec, old: IngressClassSpec | undefined): FieldError[] {
  return old === undefined ? [] : validateImmutable(controller, old.controller ?? '', CONTROLLER);
}

/** Kubernetes' validateIngressClassSpec. */
function validateSpec({ controller = '', parameters }: IngressClassSpec): FieldError[] {
  return [
    ...(Buffer.byteLength(controller) > MAX_CONTROLLER ? [tooLong(CONTROLLER, MAX_CONTROLLER)] : []),
    ...domainPrefixedPath(CONTROLLER, controller),
    ...(parameters === undefined ? [] : validateParameters(parameters, 'spec.parameters')),
  ];
}

const SCOPES: readonly string[] = ['Cluster', 'Namespace'];

function validateParameters(parameters: IngressClassParametersReference, path: string): FieldError[] {
  const { scope = '', namespace } = parameters;
  const field = fieldPath(path, 'namespace');
  const errors = validateObjectReference(parameters, path);
  if (!SCOPES.includes(scope)) return [...errors, notSupported(fieldPath(path, 'scope'), scope, SCOPES)];
  if (scope === 'Cluster') {
    return namespace === undefined ? errors : [...errors, forbidden(field, "`parameters.scope` is set to 'Cluster'")];
  }
  if (namespace === undefined) return [...errors, required(field, "`parameters.scope` is set to 'Namespace'")];
  return [...errors, ...invalidEach(field, namespace, dnsLabel(namespace))];
}

/** The reference as text: `Config.example.com/name`. */
function parametersText(parameters: IngressClassParametersReference | undefined): string {
  if (parameters === undefined) return '<none>';
  const { apiGroup, kind, name } = parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
