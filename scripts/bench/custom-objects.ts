import { call, createMany, textOf } from './client.js';
import { createKind } from './create-kind.js';
import { customObjectText, objectsOf } from './custom-kinds.js';
import { kindIn } from './custom-rows.js';
import { latency, requestsPerSecond } from './load.js';
import { generated, objectText } from './objects.js';
import { removeDefinitions } from './remove.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { median } from './statistics.js';
import { configMapsIn, type Target } from './target.js';
import { eventsPerSecond } from './watches.js';

const OBJECTS = 11_000;
const WATCHERS = 500;
const ROUNDS = 5;
const SECONDS = 3;
/** The accepted ratio of custom resources to ConfigMaps. */
const TARGET = 1.1;

/** A collection and the body of its creates. */
interface Side {
  readonly path: string;
  readonly text: (name: string) => string;
}

/** ConfigMaps of 1 KB, and custom resources of the same served size, single or as list items. */
interface Sides {
  readonly custom: Side;
  readonly maps: Side;
  readonly listedMaps: Side;
}

/** An object of both kinds, whose served sizes determine the extra size of ConfigMaps. */
const SAMPLE = 'sample';
/** An object of both kinds in the same size. */
const SINGLE = 'single';

async function sidesOf(target: Target): Promise<Sides> {
  const kind = kindIn(target);
  const custom = { path: objectsOf(kind, target.namespace), text: (name: string) => customObjectText(kind, name) };
  const path = configMapsIn(target);
  const difference = async (sample: string): Promise<number> =>
    (await textOf(target, custom.path + sample)).length - (await textOf(target, path + sample)).length;
  const one = await difference(`/${SAMPLE}`);
  // The list around the items also differs by type.
  const listed = await difference(`?fieldSelector=metadata.name%3D${SAMPLE}`);
  const around = await difference(`?fieldSelector=metadata.name%3Dnone`);
  return {
    custom,
    maps: { path, text: (name) => objectText(name, one) },
    listedMaps: { path, text: (name) => objectText(name, listed - around) },
  };
}

export const customObjects = serverGroup({
  async prepare(target) {
    const kind = kindIn(target);
    await createKind(target, kind, { name: SAMPLE });
    await createMany(target, { path: configMapsIn(target), bodies: [objectText(SAMPLE)] });
    const { custom, maps, listedMaps } = await sidesOf(target);
    for (const { path: collection, text } of [custom, maps]) {
      await createMany(target, { path: collection, bodies: [text(SINGLE)] });
    }
    for (const { path: collection, text } of [custom, listedMaps]) {
      const bodies = Array.from({ length: OBJECTS }, (_, index) => text(`object-${index}`));
      await createMany(target, { path: collection, bodies });
    }
  },
  clean: (target) => removeDefinitions(target, [kindIn(target)]),
  rows: [
    {
      name: 'first list of custom objects to config maps',
      why: 'Custom objects are validated against their schema on the first read: the ratio of the durations.',
      better: 'lower',
      compare: (target) => ratioOf(target, 'ms', ({ path }) => millisecondsOnce(target, path), 1),
    },
    {
      name: 'list of custom objects to config maps',
      why: 'The same for lists of 11,000 and more.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, 'ms', ({ path }) =>
          latency(target, { path: `${path}?resourceVersion=0&limit=${OBJECTS}`, concurrent: 1, seconds: SECONDS }),
        ),
    },
    {
      name: 'get of a custom object to a config map',
      why: 'Objects of 1 KB on 32 connections: the ratio of a custom resource to a ConfigMap.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', ({ path }) =>
          requestsPerSecond(target, { path: `${path}/${SINGLE}`, concurrent: 32, seconds: SECONDS }),
        ),
    },
    {
      name: 'create of a custom object to a config map',
      why: 'The same for creates on 16 connections.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', ({ path, text }) =>
          requestsPerSecond(target, { path, body: generated(text), concurrent: 16, seconds: SECONDS }),
        ),
    },
    {
      name: 'events of custom objects to config maps',
      why: 'The same for events delivered to 500 watchers.',
      target: TARGET,
      better: 'lower',
      compare: (target) =>
        ratioOf(target, '/s', (side) => eventsPerSecond(target, { ...side, watchers: WATCHERS, creates: 100 })),
    },
  ],
});

async function millisecondsOnce(target: Target, path: string): Promise<Measurement> {
  const began = performance.now();
  await call(target, { method: 'GET', path });
  return { value: performance.now() - began, unit: 'ms' };
}

/**
 * The ratio of custom resources to ConfigMaps: the median of rounds that measure both alternately, because the speed of
 * a machine varies.
 */
async function ratioOf(
  target: Target,
  unit: 'ms' | '/s',
  measure: (side: Side) => Promise<Measurement>,
  rounds = ROUNDS,
): Promise<Measurement> {
  const { custom, maps } = await sidesOf(target);
  const found: { readonly custom: number; readonly maps: number }[] = [];
  while (found.length < rounds) {
    const isCustomFirst = found.length % 2 === 0;
    const first = await measure(isCustomFirst ? custom : maps);
    const second = await measure(isCustomFirst ? maps : custom);
    found.push({
      custom: (isCustomFirst ? first : second).value,
      maps: (isCustomFirst ? second : first).value,
    });
  }
  const value = median(found.map((round) => (unit === 'ms' ? round.custom / round.maps : round.maps / round.custom)));
  const both = [found.map((round) => round.custom), found.map((round) => round.maps)]
    .map((values) => Math.round(median(values) * 10) / 10)
    .join(' beside ');
  return { value, unit: 'x', note: `${both} ${unit}` };
}
