/**
 * Preloaded into a measured server: answers each message of the parent process with the longest event-loop block since
 * the previous message, in milliseconds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.({ longest: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
