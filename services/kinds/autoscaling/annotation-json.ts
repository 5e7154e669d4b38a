import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, newObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';

/** JSON as Go writes it, which escapes some characters of HTML and JavaScript. */
export function goJson(value: JsonValue): string {
  return writeJson(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Kubernetes writes the behavior with Go's names of fields. */
export function behaviorText({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): string {
  return goJson({ ScaleUp: rulesOf(scaleUp), ScaleDown: rulesOf(scaleDown) });
}

function rulesOf(rules: HPAScalingRules | undefined): JsonValue {
  if (rules === undefined) return null;
  const { stabilizationWindowSeconds, selectPolicy, policies, tolerance } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds ?? null,
    SelectPolicy: selectPolicy ?? null,
    Policies:
      policies?.map(({ type, value, periodSeconds }) => ({ Type: type, Value: value, PeriodSeconds: periodSeconds })) ??
      null,
    Tolerance: tolerance ?? null,
  };
}

/** The JSON in an annotation, with the names of fields in lower camel case; undefined if it is not JSON. */
export function readAnnotation(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return withLowerNames(parseJson(text).value);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function withLowerNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withLowerNames);
  if (!isObject(value)) return value;
  const renamed = newObject();
  for (const [name, member] of Object.entries(value)) {
    renamed[name.replace(/^[A-Z]/, (letter) => letter.toLowerCase())] = withLowerNames(member);
  }
  return renamed;
}
