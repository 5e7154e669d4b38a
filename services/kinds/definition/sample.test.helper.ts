import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** A sample object of a kind in the namespace `default`, with its `kubectl get` output. */
export interface Sample {
  /** Name of the object; `sample` when absent. */
  readonly name?: string;
  /** Without apiVersion, kind, and the name and namespace in its metadata. */
  readonly object: JsonObject;
  /** The config for tests of server-side apply, if `object` lacks the relevant structures. */
  readonly applied?: JsonObject;
  /** The config in versions whose messages differ, by version. */
  readonly appliedIn?: Readonly<Record<string, JsonObject>>;
  /** Kubernetes' columns, in order. */
  readonly columns: readonly SampleColumn[];
  /** A part of the output of `kubectl describe`; false if that needs kinds or versions that are not served. */
  readonly described: RegExp | false;
  /** kubectl 1.20 describes the kind in a version that is no longer served. */
  readonly describedByNewOnly?: true;
}

/** By plural resource name, followed by a dot and the group, if any. */
export type Samples = Readonly<Record<string, Sample>>;

/** Heading, cell, and whether it is shown only in wide output. */
export type SampleColumn = readonly [heading: string, cell: string | RegExp, wide?: 'wide'];

/** For example `5s` and `2m10s`. */
export const AGE = /^\d+[smhdy](\d+[smhd])?$/;
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
export const NAME: SampleColumn = ['NAME', 'sample'];
export const SINCE: SampleColumn = ['AGE', AGE];
