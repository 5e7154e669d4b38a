import { connectivityState, type Channel } from '@grpc/grpc-js';
import type { FollowedHealth } from './health.js';

/** One address of a connection. */
export interface Target {
  readonly channel: Channel;
  /** Absent if the address has no alternative. */
  readonly health?: FollowedHealth;
}

/** The choice between addresses. */
export interface Balanced {
  /**
   * The next connected target whose server serves. Without one, the next connected one, and without that, the next that is not
   * failing. The first call follows the health of all servers. All channels start to connect.
   */
  readonly next: () => Target;
  /** Whether the server of this target does not serve, while another one does. */
  readonly isMisplaced: (target: Target) => boolean;
}

export function balanced(targets: readonly Target[]): Balanced {
  let turn = 0;
  const serves = ({ channel, health }: Target): boolean =>
    health?.isServing() !== false && channel.getConnectivityState(true) === connectivityState.READY;
  return {
    next() {
      if (turn === 0) for (const { health } of targets) health?.follow();
      const first = turn++ % targets.length;
      const order = [...targets.slice(first), ...targets.slice(0, first)];
      const serving = order.find(serves);
      if (serving !== undefined) return serving;
      const states = order.map(({ channel }) => channel.getConnectivityState(true));
      const ready = states.indexOf(connectivityState.READY);
      const hopeful = states.findIndex((state) => state !== connectivityState.TRANSIENT_FAILURE);
      return order[ready >= 0 ? ready : Math.max(hopeful, 0)] as Target;
    },
    isMisplaced: (target) => target.health?.isServing() === false && targets.some(serves),
  };
}
