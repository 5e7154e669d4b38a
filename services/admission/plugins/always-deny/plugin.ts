import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';

/** Refuses every write. For tests of what depends on it. */
export const alwaysDeny = definePlugin({
  name: 'AlwaysDeny',
  isDefault: false,
  isLast: true,
  create: () => ({
    name: 'AlwaysDeny',
    admit(attributes) {
      throw forbidden(attributes, 'admission control is denying all modifications');
    },
  }),
});
