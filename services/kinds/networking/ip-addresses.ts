import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  ipAddressNames,
  ipAddressSchema,
  type IPAddress,
  type ParentReference,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { immutable } from '../definition/immutable.js';
import { ipProblems } from '../definition/ip-fields.js';

export function ipAddresses(domain: Domain): ResourceDefinition<IPAddress> {
  return {
    group: domain.group('networking'),
    versions: [
      { name: 'v1', schema: ipAddressSchema, since: '1.33' },
      {
        name: 'v1beta1',
        schema: inVersion(ipAddressSchema, 'v1beta1'),
        since: '1.31',
        deprecated: { since: '1.34', removedIn: '1.37' },
      },
    ],
    ...ipAddressNames,
    verbs: ALL_VERBS,
    columns: [NAME_COLUMN, textColumn('ParentRef', 'Object that uses the address.', parentText)],
    selectableFields: {},
    strategy: {
      nameErrors: ipProblems,
      errorOrder: { rulesReportAll: true },
      validate: ({ spec: { parentRef } }, old) => [
        ...validateParent(parentRef),
        ...(old !== undefined && !deepEqual(parentRef, old.spec.parentRef)
          ? [immutable('spec.parentRef', goForm(parentRef))]
          : []),
      ],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

function validateParent(parent: ParentReference | undefined): FieldError[] {
  const path = 'spec.parentRef';
  if (parent === undefined) return [required(path)];
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  const problems = (member: string, value: string, rule: (text: string) => readonly string[]): FieldError[] =>
    value === '' ? [] : rule(value).map((text) => invalid(`${path}.${member}`, value, text));
  return [
    ...problems('group', group, dnsSubdomain),
    ...(resource === '' ? [required(`${path}.resource`)] : problems('resource', resource, pathSegmentName)),
    ...(name === '' ? [required(`${path}.name`)] : problems('name', name, pathSegmentName)),
    ...problems('namespace', namespace, pathSegmentName),
  ];
}

/** The reference as Kubernetes' message shows it: in the form of its Go type. */
function goForm(parent: ParentReference | undefined): JsonValue {
  if (parent === undefined) return null;
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}

function parentText({ spec: { parentRef } }: IPAddress): string {
  if (parentRef === undefined) return '<none>';
  const { group = '', resource = '', namespace = '', name = '' } = parentRef;
  return [qualifiedResource({ group, resource }).toLowerCase(), ...(namespace === '' ? [] : [namespace]), name].join(
    '/',
  );
}
