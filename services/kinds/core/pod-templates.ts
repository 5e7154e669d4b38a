import { podTemplateNames, podTemplateSchema, type PodTemplate } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { setPodSpecDefaults } from './pod/defaults.js';
import { dropDisabledFields } from './pod/disabled-fields.js';
import { containerNames, imagesOf, labelsText } from './pod/template-columns.js';
import { validatePodTemplate } from './pod/validate-spec.js';
import { POD_ERRORS } from './pod/error-order.js';
import { podWarnings } from './pod/warnings.js';

export const podTemplates: ResourceDefinition<PodTemplate> = {
  group: '',
  versions: [{ name: 'v1', schema: podTemplateSchema }],
  ...podTemplateNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    textColumn('Containers', 'Names of the containers.', ({ template }) => containerNames(template)),
    textColumn('Images', 'Images of the containers.', ({ template }) => imagesOf(template)),
    textColumn('Pod Labels', 'Labels of the pods.', ({ template }) => labelsText(template.metadata.labels)),
  ],
  selectableFields: {},
  setDefaults: ({ template }) => setPodSpecDefaults(template.spec),
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate({ metadata, template }) {
      dropDisabledFields(template.spec);
      metadata.generation = 1;
    },
    prepareForUpdate(object, old) {
      dropDisabledFields(object.template.spec, old.template.spec);
      countGeneration(object, old, !deepEqual(object.template, old.template));
    },
    errorOrder: POD_ERRORS,
    validate: ({ template }) => validatePodTemplate(template, 'template'),
    warnings: ({ template }, old) =>
      deepEqual(template, old?.template ?? null) ? [] : podWarnings(template, 'template'),
    createOnUpdate: false,
    deleteReturns: 'object',
  },
  subresources: {},
};
