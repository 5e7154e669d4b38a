import { horizontalPodAutoscalerSchema as firstSchema } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import {
  horizontalPodAutoscalerNames,
  horizontalPodAutoscalerSchema,
  type HorizontalPodAutoscaler,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { notNegative } from '../definition/numbers.js';
import { statusPart } from '../definition/status-part.js';
import { firstVersion } from './conversion.js';
import { setAutoscalerDefaults } from './defaults.js';
import { metricsText } from './metrics-text.js';
import { validateAutoscaler } from './rules.js';
import { statusStrategy } from '../definition/status-strategy.js';

export const horizontalPodAutoscalers: ResourceDefinition<HorizontalPodAutoscaler> = {
  group: 'autoscaling',
  versions: [
    { name: 'v2', schema: horizontalPodAutoscalerSchema, since: '1.23' },
    { name: 'v1', schema: firstSchema, since: '1.8', conversion: firstVersion },
  ],
  ...horizontalPodAutoscalerNames,
  verbs: ALL_VERBS,
  columns: columnsOf(
    textColumn(
      'Reference',
      'Scaled object.',
      ({
        spec: {
          scaleTargetRef: { kind, name },
        },
      }) => `${kind}/${name}`,
    ),
    textColumn('Targets', 'Current and target values of the metrics.', metricsText),
    textColumn('MinPods', 'Lower limit for the number of replicas.', ({ spec: { minReplicas } }) =>
      minReplicas === undefined ? '<unset>' : String(minReplicas),
    ),
    textColumn('MaxPods', 'Upper limit for the number of replicas.', ({ spec }) => spec.maxReplicas),
    textColumn('Replicas', 'Current number of replicas.', ({ status }) => status.currentReplicas ?? 0),
  ),
  selectableFields: {},
  setDefaults: setAutoscalerDefaults,
  strategy: {
    nameErrors: subdomainName,
    ...statusStrategy<HorizontalPodAutoscaler>({ desiredReplicas: 0 }),
    errorOrder: { rulesReportAll: true },
    validate: (autoscaler, old) => validateAutoscaler(autoscaler, old),
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }) => [
        ...notNegative(status.currentReplicas, 'status.currentReplicas'),
        ...notNegative(status.desiredReplicas, 'status.desiredReplicas'),
      ],
    },
  },
};
