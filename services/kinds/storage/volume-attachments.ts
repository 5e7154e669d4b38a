import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  volumeAttachmentNames,
  volumeAttachmentSchema,
  type VolumeAttachment,
  type VolumeAttachmentSpec,
  type VolumeAttachmentStatus,
  type VolumeError,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  forbidden,
  invalidEach,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { validateInlineVolumeSpec } from '../core/volume/validate-volume-spec.js';
import { booleanColumn, columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { validateRange } from '../definition/numbers.js';
import { strictStatusPart } from '../definition/status-part.js';
import { sizeOf } from './class-rules.js';
import { statusStrategy } from '../definition/status-strategy.js';

export function volumeAttachments(domain: Domain): ResourceDefinition<VolumeAttachment> {
  return {
    group: domain.group('storage'),
    versions: [{ name: 'v1', schema: volumeAttachmentSchema }],
    ...volumeAttachmentNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      { ...textColumn('Attacher', 'Driver that attaches the volume.', ({ spec }) => spec.attacher), format: 'name' },
      textColumn('PV', 'Attached volume.', ({ spec: { source } }) => source.persistentVolumeName ?? ''),
      textColumn('Node', 'Node of the attachment.', ({ spec }) => spec.nodeName),
      booleanColumn('Attached', 'Whether the volume is attached.', ({ status }) => status.attached),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      ...statusStrategy<VolumeAttachment>({ attached: false }),
      validate,
      errorOrder: { rulesReportAll: true },
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
    },
    subresources: { status: { ...strictStatusPart, validate } },
  };
}

/** Kubernetes' ValidateVolumeAttachment. */
function validate(
  { spec, status }: VolumeAttachment,
  old: VolumeAttachment | undefined,
  found: readonly FieldError[] = [],
): FieldError[] {
  return [
    ...validateDriverName(spec.attacher, 'spec.attacher'),
    ...validateSource(spec, found),
    ...invalidEach('spec.nodeName', spec.nodeName, dnsSubdomain(spec.nodeName)),
    ...validateStatus(status),
    ...validateVolumeName(spec),
    ...(old === undefined ? [] : validateImmutable(spec, old.spec, 'spec')),
  ];
}

const VOLUME_NAME = 'spec.source.persistentVolumeName';

function validateSource({ source }: VolumeAttachmentSpec, found: readonly FieldError[]): FieldError[] {
  const { persistentVolumeName: name, inlineVolumeSpec: inline } = source;
  const path = 'spec.source';
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inline === undefined && name === undefined) return [required(path, one)];
  if (inline !== undefined && name !== undefined) return [forbidden(path, one)];
  if (name === '') return [required(VOLUME_NAME, 'must specify non empty persistentVolumeName')];
  return inline === undefined
    ? []
    : validateInlineVolumeSpec(inline, { name: '', path: `${path}.inlineVolumeSpec`, found });
}

function validateVolumeName({ source: { persistentVolumeName: name } }: VolumeAttachmentSpec): FieldError[] {
  return name === undefined ? [] : invalidEach(VOLUME_NAME, name, dnsSubdomain(name));
}

const MAX_METADATA_SIZE = 256 * 1024;
const MAX_MESSAGE_LENGTH = 1024;

function validateStatus({ attachmentMetadata = {}, attachError, detachError }: VolumeAttachmentStatus): FieldError[] {
  return [
    ...(sizeOf(attachmentMetadata) > MAX_METADATA_SIZE
      ? [tooLong('status.attachmentMetadata', MAX_METADATA_SIZE)]
      : []),
    ...(attachError === undefined ? [] : validateError(attachError, 'status.attachError')),
    ...(detachError === undefined ? [] : validateError(detachError, 'status.detachError')),
  ];
}

/** Kubernetes reports a long message with the limit of the metadata. */
function validateError({ message = '', errorCode }: VolumeError, path: string): FieldError[] {
  return [
    ...(utf8Length(message) > MAX_MESSAGE_LENGTH ? [tooLong(`${path}.message`, MAX_METADATA_SIZE)] : []),
    ...validateRange(errorCode, [0, 2 ** 31 - 1], `${path}.errorCode`),
  ];
}
