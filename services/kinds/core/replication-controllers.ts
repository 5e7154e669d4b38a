import {
  replicationControllerNames,
  replicationControllerSchema,
  type ReplicationController,
  type ReplicationControllerSpec,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateCounts, validateLasting } from '../apps/workload/rules.js';
import { scaleOf } from '../apps/workload/scale.js';
import { AGE_COLUMN, NAME_COLUMN, numberColumn, wideColumn } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { setPodSpecDefaults } from './pod/defaults.js';
import { dropDisabledFields } from './pod/disabled-fields.js';
import { POD_ERRORS } from './pod/error-order.js';
import { containerNames, imagesOf, labelsText } from './pod/template-columns.js';
import { validatePodTemplate } from './pod/validate-spec.js';
import { nameWarnings, podWarnings } from './pod/warnings.js';

const TEMPLATE = 'spec.template';
const SPEC_ORDER = POD_ERRORS.order?.['spec'] ?? [];

export const replicationControllers: ResourceDefinition<ReplicationController> = {
  group: '',
  versions: [{ name: 'v1', schema: replicationControllerSchema }],
  ...replicationControllerNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    numberColumn('Desired', 'How many pods there should be.', ({ spec }) => spec.replicas ?? 0),
    numberColumn('Current', 'How many pods there are.', ({ status }) => status.replicas),
    numberColumn('Ready', 'How many of them are ready.', ({ status }) => status.readyReplicas ?? 0),
    AGE_COLUMN,
    wideColumn('Containers', 'Names of the containers in the template.', ({ spec: { template } }) =>
      template === undefined ? '' : containerNames(template),
    ),
    wideColumn('Images', 'Images of the containers in the template.', ({ spec: { template } }) =>
      template === undefined ? '' : imagesOf(template),
    ),
    wideColumn('Selector', 'Labels of the pods.', ({ spec }) => labelsText(spec.selector)),
  ],
  selectableFields: { 'status.replicas': { value: ({ status }) => String(status.replicas) } },
  setDefaults,
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(controller) {
      controller.status = Object.assign(newObject(), { replicas: 0 });
      controller.metadata.generation = 1;
      const { template } = controller.spec;
      if (template !== undefined) dropDisabledFields(template.spec);
    },
    prepareForUpdate(controller, old) {
      controller.status = old.status;
      const { template } = controller.spec;
      if (template !== undefined) dropDisabledFields(template.spec, old.spec.template?.spec);
      countGeneration(controller, old, !isSame(controller.spec, old.spec));
    },
    errorOrder: { ...POD_ERRORS, order: { ...POD_ERRORS.order, spec: ['minReadySeconds', ...SPEC_ORDER] } },
    validate: ({ spec }) => validateSpec(spec),
    warnings: ({ metadata, spec: { template } }, old) => [
      ...(old === undefined ? nameWarnings({ metadata }, 'Pod names and hostnames') : []),
      ...(template === undefined || metadata.generation === old?.metadata.generation
        ? []
        : podWarnings(template, TEMPLATE)),
    ],
    resetFields: STATUS,
    createOnUpdate: false,
    deleteReturns: 'status',
    orphansDependents: {},
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }) => [
        ...validateCounts(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas'),
        ...validateCounts(status, ['availableReplicas'], 'readyReplicas'),
      ],
    },
    scale: scaleOf(({ spec: { selector = {} } }: ReplicationController) => {
      const text = labelsText(selector);
      return text === '<none>' ? '' : text;
    }),
  },
};

/** Selector and labels default to the labels of the template. */
function setDefaults({ metadata, spec }: ReplicationController): void {
  const { template, selector = {} } = spec;
  if (template === undefined) return;
  setPodSpecDefaults(template.spec);
  const { labels } = template.metadata;
  if (labels === undefined) return;
  if (Object.keys(selector).length === 0) spec.selector = Object.assign(newObject(), labels);
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = Object.assign(newObject(), labels);
}

/** Kubernetes' ValidateReplicationControllerSpec. */
function validateSpec({ selector = {}, template }: ReplicationControllerSpec): FieldError[] {
  const entries = Object.entries(selector);
  const errors = entries.length === 0 ? [required('spec.selector')] : [];
  if (template === undefined) return [...errors, required(TEMPLATE)];
  const { labels } = template.metadata;
  if (!entries.every(([key, value]) => labels?.[key] === value)) {
    const text = '`selector` does not match template `labels`';
    errors.push(invalid(`${TEMPLATE}.metadata.labels`, labels ?? null, text));
  }
  return [...errors, ...validatePodTemplate(template, TEMPLATE), ...validateLasting(template, 'ReplicationController')];
}
