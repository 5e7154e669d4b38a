// `node health.mjs <url>`: ends with 0 where the answer is 200. For health checks of containers, on the loopback interface.
import http from 'node:http';
import https from 'node:https';

const url = new URL(process.argv[2]);
const options = { rejectUnauthorized: false, timeout: 3000 };
const request = (url.protocol === 'https:' ? https : http).get(url, options, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
);
request.on('error', () => process.exit(1));
request.on('timeout', () => process.exit(1));
