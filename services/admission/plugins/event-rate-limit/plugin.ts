import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { partOfRate } from '@pilothouse/runtime/limits/part.js';
import { definePlugin } from '../../plugin.js';
import { readConfiguration } from '../../plugin-configuration.js';
import { EVENT_RATE_LIMIT_CONFIGURATION } from './configuration.js';
import { createEventLimits } from './limits.js';

/** Limits the rate of writes of core/v1 Events, so that a flood of them does not fill the store. */
export const eventRateLimit = definePlugin({
  name: 'EventRateLimit',
  isDefault: false,
  create({ domain, now, configuration, part }) {
    if (configuration === undefined) throw new Error('EventRateLimit needs a configuration with limits');
    const { limits = [] } = readConfiguration(EVENT_RATE_LIMIT_CONFIGURATION, configuration, domain);
    const parts = limits.map((limit) => partOfRate(limit, part));
    const exceeded = createEventLimits(parts, () => now().getTime());
    return {
      name: 'EventRateLimit',
      rules: [{ operations: ['CREATE', 'UPDATE'], groups: [''], versions: ['*'], resources: ['events'] }],
      validate(attributes) {
        // A dry run stores nothing.
        if (attributes.dryRun) return;
        const texts = exceeded(attributes);
        if (texts.length === 0) return;
        const distinct = [...new Set(texts)];
        const text = distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`;
        throw new StatusError('TooManyRequests', `Too many requests: ${text}`);
      },
    };
  },
});
