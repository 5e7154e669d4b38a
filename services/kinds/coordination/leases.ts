import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { leaseNames, leaseSchema, type Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { validateStrategy } from './election-strategy.js';

export function leases(domain: Domain): ResourceDefinition<Lease> {
  return {
    group: domain.group('coordination'),
    versions: [{ name: 'v1', schema: leaseSchema }],
    ...leaseNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Holder', 'Identity of the holder.', ({ spec: { holderIdentity = '' } }) => holderIdentity),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: validateSpec,
      createOnUpdate: true,
      // Optimistic concurrency is required: a blind renewal could take the lease from its holder.
      updateNeedsVersion: true,
      deleteReturns: 'status',
      bypassesUnreachedAdmission: true,
    },
    subresources: {},
  };
}

function validateSpec({ spec }: Lease): FieldError[] {
  const { leaseDurationSeconds = 1, strategy = '', preferredHolder = '' } = spec;
  const errors: FieldError[] = [];
  if (leaseDurationSeconds <= 0) {
    errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
  }
  if (spec.strategy !== undefined) errors.push(...validateStrategy(spec.strategy, 'spec.strategy'));
  if (preferredHolder !== '' && strategy === '') {
    errors.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'));
  }
  return errors;
}
