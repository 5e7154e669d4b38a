import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  serviceCIDRNames,
  serviceCIDRSchema,
  type ServiceCIDR,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { parseCidr } from '@pilothouse/apimachinery/names/address.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { eachError, invalid, keyPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { immutable, validateImmutable } from '../definition/immutable.js';
import { canonicalCidr } from '../definition/ip-fields.js';
import { subdomainName } from '../definition/names.js';
import { strictStatusPart } from '../definition/status-part.js';
import { statusStrategy } from '../definition/status-strategy.js';

export function serviceCidrs(domain: Domain): ResourceDefinition<ServiceCIDR> {
  return {
    group: domain.group('networking'),
    versions: [
      { name: 'v1', schema: serviceCIDRSchema, since: '1.33' },
      {
        name: 'v1beta1',
        schema: inVersion(serviceCIDRSchema, 'v1beta1'),
        since: '1.31',
        deprecated: { since: '1.34', removedIn: '1.37' },
      },
    ],
    ...serviceCIDRNames,
    verbs: ALL_VERBS,
    columns: columnsOf(textColumn('CIDRs', 'Ranges of addresses.', ({ spec: { cidrs = [] } }) => cidrs.join(','))),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      ...statusStrategy<ServiceCIDR>({}),
      validate: ({ spec: { cidrs = [] } }, old) =>
        old === undefined ? validateCidrs(cidrs) : validateCidrsUpdate(cidrs, old.spec.cidrs ?? []),
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: strictStatusPart,
    },
  };
}

const FIELD = 'spec.cidrs';

/** Kubernetes' validateServiceCIDRSpec, which shows the specification in its Go form if there are too many ranges. */
function validateCidrs(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length === 0) return [required(FIELD, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalid(FIELD, { CIDRs: [...cidrs] }, 'may only hold up to 2 values')];
  const errors = eachError(cidrs, (cidr, index) => canonicalCidr(keyPath(FIELD, index), cidr));
  const [first, second] = cidrs.map((cidr) => parseCidr(cidr)?.address.family);
  if (first === undefined || first !== second) return errors;
  const text = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [...errors, invalid(FIELD, [...cidrs], text)];
}

/** Kubernetes' ValidateServiceCIDRUpdate: a second range can be added. */
function validateCidrsUpdate(cidrs: readonly string[], old: readonly string[]): FieldError[] {
  const changed = eachError(old, (cidr, index) => validateImmutable(cidrs[index] ?? '', cidr, keyPath(FIELD, index)));
  if (cidrs.length === old.length) return changed;
  if (old.length === 1 && cidrs.length === 2) return [...changed, ...validateCidrs(cidrs)];
  return [immutable(FIELD, [...cidrs])];
}
