import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { namesIn, type Named } from './accepted-names.js';
import { findCondition, isConditionTrue, type Condition } from './condition-list.js';
import { approvalOf, isProtectedGroup, type Approval } from './validation/api-approval.js';
import { caBundleProblem } from './validation/ca-bundle.js';

// The conditions of a definition, as Kubernetes' controllers compute them. `withCondition` adds the times.

/** The accepted names of a definition and their conditions. */
export interface NamesOutcome {
  readonly acceptedNames: CustomResourceDefinitionNames;
  readonly namesAccepted: Condition;
  /** False until `establishedCondition` makes it true. A condition that is already true stays. */
  readonly established: Condition;
}

/**
 * The names that a definition gets: those that no other definition of its group has. `others` are all definitions, with
 * or without this one. A definition keeps its accepted names.
 */
export function namesConditions(definition: CustomResourceDefinition, others: Iterable<Named>): NamesOutcome {
  const { spec, status } = definition;
  const wanted = spec.names;
  const had = status.acceptedNames;
  const { resources, kinds } = takenNames(spec.group, others);
  const acceptedNames: CustomResourceDefinitionNames = { ...had };
  let conflict: Pick<Condition, 'reason' | 'message'> | undefined;
  const claim = (field: NameField, taken: ReadonlySet<string>, reason: string): void => {
    const name = wanted[field] ?? '';
    if (name !== (had[field] ?? '') && taken.has(name)) conflict = { reason, message: inUse(name) };
    else setName(acceptedNames, field, wanted[field]);
  };
  claim('plural', resources, 'PluralConflict');
  claim('singular', resources, 'SingularConflict');
  const used = newShortNames(wanted, had).filter((name) => resources.has(name));
  if (used.length > 0) conflict = { reason: 'ShortNamesConflict', message: aggregate(used.map(inUse)) };
  else setList(acceptedNames, 'shortNames', wanted.shortNames);
  claim('kind', kinds, 'KindConflict');
  claim('listKind', kinds, 'ListKindConflict');
  setList(acceptedNames, 'categories', wanted.categories);
  const namesAccepted: Condition =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict };
  return { acceptedNames, namesAccepted, established: initialEstablished(definition, conflict === undefined) };
}

type NameField = 'plural' | 'singular' | 'kind' | 'listKind';

function takenNames(
  group: string,
  definitions: Iterable<Named>,
): { readonly resources: ReadonlySet<string>; readonly kinds: ReadonlySet<string> } {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { spec, status } of definitions) {
    if (spec.group !== group) continue;
    const taken = namesIn(status.acceptedNames);
    for (const name of taken.resources) resources.add(name);
    for (const name of taken.kinds) kinds.add(name);
  }
  return { resources, kinds };
}

/** Requested short names that are not yet accepted. */
function newShortNames(
  { shortNames: wanted = [] }: CustomResourceDefinitionNames,
  { shortNames: had = [] }: CustomResourceDefinitionNames,
): string[] {
  return wanted.filter((name) => !had.includes(name) && name !== '');
}

function setName(names: CustomResourceDefinitionNames, field: NameField, name: string | undefined): void {
  if (name !== undefined) names[field] = name;
  else if (field === 'singular' || field === 'listKind') delete names[field];
}

function setList(
  names: CustomResourceDefinitionNames,
  field: 'shortNames' | 'categories',
  list: readonly string[] | undefined,
): void {
  if (list === undefined) delete names[field];
  else names[field] = [...list];
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`;
}

/** Joins error texts as Go's aggregate error does, without duplicates. */
function aggregate(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 1 ? (unique[0] ?? '') : `[${unique.join(', ')}]`;
}

function initialEstablished(definition: CustomResourceDefinition, areNamesAccepted: boolean): Condition {
  const type = 'Established';
  const current = findCondition(definition, type);
  if (current?.status === 'True') return { ...current, type };
  if (areNamesAccepted) {
    return { type, status: 'False', reason: 'Installing', message: 'the initial names have been accepted' };
  }
  if (current !== undefined) return { ...current, type };
  return { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}

/**
 * The Established condition: true once the names are accepted, and false if the CA bundle of the conversion webhook is
 * unreadable. Undefined if nothing changes.
 */
export function establishedCondition(definition: CustomResourceDefinition): Condition | undefined {
  const type = 'Established';
  if (!isConditionTrue(definition, 'NamesAccepted') || isConditionTrue(definition, type)) return undefined;
  const caBundle = definition.spec.conversion?.webhook?.clientConfig?.caBundle;
  if (caBundle !== undefined && caBundleProblem(caBundle) !== undefined) {
    const message = 'The conversion webhook CABundle is invalid';
    return { type, status: 'False', reason: 'InvalidCABundle', message };
  }
  return { type, status: 'True', reason: 'InitialNamesAccepted', message: 'the initial names have been accepted' };
}

const APPROVALS: Readonly<Record<Approval['state'], Pick<Condition, 'status' | 'reason'>>> = {
  invalid: { status: 'False', reason: 'InvalidAnnotation' },
  missing: { status: 'False', reason: 'MissingAnnotation' },
  approved: { status: 'True', reason: 'ApprovedAnnotation' },
  bypassed: { status: 'False', reason: 'UnapprovedAnnotation' },
};

/** The approval condition of a definition in a protected group; undefined for other groups. */
export function approvalCondition(definition: CustomResourceDefinition): Condition | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, reason } = approvalOf(definition);
  return { type: 'KubernetesAPIApprovalPolicyConformant', ...APPROVALS[state], message: reason };
}

/** Progress of the deletion of a definition. Failures carry a reason. */
export type TerminatingState =
  | { readonly type: 'pending' | 'inProgress' | 'completed' | 'neverEstablished' }
  | { readonly type: 'unconfirmed'; readonly why: string };

/** The Terminating condition. */
export function terminatingCondition(state: TerminatingState): Condition {
  const { status, reason, message } = TERMINATING[state.type];
  return { type: 'Terminating', status, reason, message: 'why' in state ? `${message}: ${state.why}` : message };
}

const PENDING = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';

const TERMINATING: Readonly<
  Record<TerminatingState['type'], Required<Pick<CustomResourceDefinitionCondition, 'status' | 'reason' | 'message'>>>
> = {
  pending: { status: 'True', reason: 'InstanceDeletionPending', message: PENDING },
  inProgress: {
    status: 'True',
    reason: 'InstanceDeletionInProgress',
    message: 'CustomResource deletion is in progress',
  },
  unconfirmed: {
    status: 'True',
    reason: 'InstanceDeletionCheck',
    message: 'could not confirm zero CustomResources remaining',
  },
  completed: { status: 'False', reason: 'InstanceDeletionCompleted', message: 'removed all instances' },
  neverEstablished: { status: 'False', reason: 'NeverEstablished', message: 'resource was never established' },
};
