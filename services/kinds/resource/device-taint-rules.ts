import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  deviceTaintRuleNames,
  deviceTaintRuleSchema,
  type DeviceTaintRule,
  type DeviceTaintSelector,
} from '@pilothouse/apimachinery/generated/resource/v1beta2.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { tooMany, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { age, columnsOf, textColumn } from '../definition/columns.js';
import { validateConditions } from '../definition/conditions.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { strictStatusPart } from '../definition/status-part.js';
import { label, poolName } from './names.js';
import { validateTaint } from './taints.js';

const MAX_CONDITIONS = 8;

/** DeviceTaintRules. `now` is the time of new taints. */
export function deviceTaintRules(domain: Domain, now: () => Date): ResourceDefinition<DeviceTaintRule> {
  return {
    group: domain.group('resource'),
    versions: [
      { name: 'v1beta2', schema: inVersion(deviceTaintRuleSchema, 'v1beta2'), since: '1.36' },
      { name: 'v1alpha3', schema: inVersion(deviceTaintRuleSchema, 'v1alpha3'), since: '1.33', served: false },
    ],
    storageVersion: 'v1alpha3',
    ...deviceTaintRuleNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Key', 'Key of the taint.', ({ spec: { taint } }) => taint.key),
      textColumn('Value', 'Value of the taint.', ({ spec: { taint } }) => taint.value ?? ''),
      textColumn('Effect', 'Effect of the taint.', ({ spec: { taint } }) => taint.effect),
      textColumn('TimeAdded', 'Time since the effect of the taint changed.', ({ spec: { taint } }, at) =>
        taint.timeAdded === undefined ? '' : age(taint.timeAdded, at),
      ),
    ),
    selectableFields: {},
    setDefaults({ spec: { taint } }) {
      taint.timeAdded ??= timestamp(now());
    },
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      prepareForCreate(rule) {
        rule.metadata.generation = 1;
        rule.status = newObject();
      },
      prepareForUpdate(rule, old, time) {
        const [{ taint }, { taint: before }] = [rule.spec, old.spec];
        rule.status = old.status;
        if (taint.effect !== before.effect && taint.timeAdded === before.timeAdded) taint.timeAdded = timestamp(time);
        countGeneration(rule, old, !deepEqual(rule.spec, old.spec));
      },
      resetFields: STATUS,
      validate: ({ spec: { deviceSelector, taint } }, old) => [
        ...validateSelector(deviceSelector ?? {}, 'spec.deviceSelector'),
        ...validateTaint(taint, 'spec.taint', old?.spec.taint),
      ],
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {
      status: {
        ...strictStatusPart,
        validate: ({ status: { conditions = [] } }) => [
          ...validateConditions(conditions, 'status.conditions'),
          ...(conditions.length > MAX_CONDITIONS
            ? [tooMany('status.conditions', conditions.length, MAX_CONDITIONS)]
            : []),
        ],
      },
    },
  };
}

function validateSelector({ driver, pool, device }: DeviceTaintSelector, path: string): FieldError[] {
  return [
    ...(driver === undefined ? [] : validateDriverName(driver, `${path}.driver`)),
    ...(pool === undefined ? [] : poolName(pool, `${path}.pool`)),
    ...(device === undefined ? [] : label(device, `${path}.device`)),
  ];
}
