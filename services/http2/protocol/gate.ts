import type { Socket } from 'node:net';

/** `output`: the peer does not read what is sent. `work`: received frames wait to be processed. */
type Reason = 'output' | 'work';

/** Pauses reading from a socket while there is at least one reason (backpressure). */
export interface Gate {
  readonly close: (reason: Reason) => void;
  readonly open: (reason: Reason) => void;
  /** Resumes reading for good. */
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
