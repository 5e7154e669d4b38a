import { featuresFrom, GATES, type Features } from './gates.js';

/** All features, also those that are off by default. */
export const ALL_FEATURES: Features = featuresFrom(new Map(GATES.map(({ name }) => [name, true])));
