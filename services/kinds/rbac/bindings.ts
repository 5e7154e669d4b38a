import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRoleBinding, RoleBinding, Subject } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import type { Column, ResourceDefinition, Strategy } from '../definition/definition.js';
import type { ErrorOrder } from '../definition/error-order.js';

type Binding = RoleBinding | ClusterRoleBinding;

/** The strategy of bindings in one scope, which determines the kinds of role. */
export function bindingStrategy(domain: Domain, scope: ResourceDefinition['scope']): Strategy<Binding> {
  const group = domain.group('rbac.authorization');
  const prepare = (binding: Binding): void => setGroups(binding, group);
  return {
    nameErrors: pathSegmentName,
    prepareForCreate: prepare,
    prepareForUpdate: prepare,
    validate: (binding, old) => [
      ...validateRoleRef(binding, group, scope),
      ...eachError(binding.subjects ?? [], (subject, index) =>
        validateSubject(subject, group, scope, keyPath('subjects', index)),
      ),
      ...(old === undefined ? [] : validateSameRole(binding, old)),
    ],
    errorOrder: BINDING_ERRORS,
    createOnUpdate: true,
    deleteReturns: 'status',
  };
}

/** Errors in Kubernetes' order: subject by subject. */
const BINDING_ERRORS: ErrorOrder = {
  order: {
    '': ['metadata', 'roleRef', 'subjects'],
    roleRef: ['apiGroup', 'kind', 'name', ''],
    subjects: ['name', 'apiGroup', 'namespace', 'kind'],
  },
};

/** Sets the default API groups. They depend on the API domain, so the schema cannot have them. */
function setGroups({ roleRef, subjects = [] }: Binding, group: string): void {
  if (roleRef.apiGroup === '') roleRef.apiGroup = group;
  for (const subject of subjects) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ??= group;
  }
}

function validateRoleRef({ roleRef }: Binding, group: string, scope: ResourceDefinition['scope']): FieldError[] {
  const { apiGroup, kind, name } = roleRef;
  const errors: FieldError[] = [];
  if (apiGroup !== group) errors.push(notSupported('roleRef.apiGroup', apiGroup, [group]));
  const kinds = scope === 'Namespaced' ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  // The schema requires the name.
  if (!kinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, kinds));
  for (const problem of pathSegmentName(name)) errors.push(invalid('roleRef.name', name, problem));
  return errors;
}

/** The names of users and groups are free; a service account is an object. */
function validateSubject(
  { kind, apiGroup = '', name, namespace }: Subject,
  group: string,
  scope: ResourceDefinition['scope'],
  path: string,
): FieldError[] {
  const groupField = fieldPath(path, 'apiGroup');
  if (kind === '') return [notSupported(fieldPath(path, 'kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  if (kind === 'User' || kind === 'Group') {
    return apiGroup === group ? [] : [notSupported(groupField, apiGroup, [group])];
  }
  if (kind !== 'ServiceAccount') return [];
  const problems = name === '' ? [] : dnsSubdomain(name);
  const errors = invalidEach(fieldPath(path, 'name'), name, problems);
  if (apiGroup !== '') errors.push(notSupported(groupField, apiGroup, ['']));
  if (scope === 'Cluster' && namespace === undefined) errors.push(required(fieldPath(path, 'namespace')));
  return errors;
}

/**
 * The role is immutable: another role would be another grant, which a user who may change subjects may not be allowed
 * to make.
 */
function validateSameRole({ roleRef }: Binding, old: Binding): FieldError[] {
  return deepEqual(roleRef, old.roleRef) ? [] : [invalid('roleRef', roleRef, 'cannot change roleRef')];
}

export const BINDING_COLUMNS: readonly Column<Binding>[] = [
  NAME_COLUMN,
  textColumn('Role', 'Kind and name of the role that is given.', ({ roleRef: { kind, name } }) => `${kind}/${name}`),
  AGE_COLUMN,
  subjectsColumn('Users', 'User', 'The users it is given to.'),
  subjectsColumn('Groups', 'Group', 'The groups it is given to.'),
  subjectsColumn('ServiceAccounts', 'ServiceAccount', 'The service accounts it is given to.'),
];

/** A wide column with the names of the subjects of one kind. */
function subjectsColumn(name: string, kind: string, description: string): Column<Binding> {
  return {
    name,
    type: 'string',
    description,
    priority: 1,
    cell: ({ subjects = [] }) =>
      subjects
        .filter((subject) => subject.kind === kind)
        .map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name}` : subject.name))
        .join(', '),
  };
}
