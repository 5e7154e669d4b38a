import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { addsExternalIP } from './addresses.js';

/** Refuses new external IPs of services, by which a user could receive the traffic to any address. */
export const denyServiceExternalIPs = definePlugin({
  name: 'DenyServiceExternalIPs',
  isDefault: false,
  create: () => ({
    name: 'DenyServiceExternalIPs',
    rules: [{ operations: ['CREATE', 'UPDATE'], groups: [''], versions: ['*'], resources: ['services'] }],
    validate(attributes) {
      const { object, old } = attributes;
      // The rules match only services.
      if (object === undefined || !addsExternalIP(object as Service, old as Service | undefined)) return;
      throw forbidden(attributes, 'Use of external IPs is denied by admission control');
    },
  }),
});
