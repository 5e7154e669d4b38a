import type { Socket } from 'node:net';

/** `output`: the other side does not take what is sent to it. `work`: what was received waits to be processed. */
type Reason = 'output' | 'work';

/** Pauses a socket while at least one reason for it exists. */
export interface Gate {
  readonly close: (reason: Reason) => void;
  readonly open: (reason: Reason) => void;
  /** Reads on from now on, whatever reasons exist. */
  readonly disable: () => void;
}

export function createGate(socket: Socket): Gate {
  const reasons = new Set<Reason>();
  let isDisabled = false;
  return {
    close(reason) {
      if (isDisabled) return;
      reasons.add(reason);
      socket.pause();
    },
    open(reason) {
      if (reasons.delete(reason) && reasons.size === 0) socket.resume();
    },
    disable() {
      isDisabled = true;
      reasons.clear();
      socket.resume();
    },
  };
}
