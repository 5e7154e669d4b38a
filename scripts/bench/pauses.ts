/**
 * Preloaded into a measured server: answers the message `pause` of the parent process with the longest event-loop block
 * since the previous one, in milliseconds. The first one begins to measure, which wakes the process each millisecond.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (message) => {
  // A worker of the server also has messages of its supervisor.
  if (message !== 'pause') return;
  process.send?.({ longest: delay.max / 1e6 });
  delay.reset();
  delay.enable();
});
process.channel?.unref();
