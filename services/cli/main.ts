import { keepCompiledCode } from '@pilothouse/runtime/compiled-code.js';

keepCompiledCode(new URL('compiled', import.meta.url));

// Imported lazily, since it takes its own compiled code from there.
const { runProgram } = await import('./program.js');
process.exitCode = await runProgram();

// Everything has been stopped and written. A pending gRPC connection to an unreachable machine may still keep the process alive for
// minutes, since the gRPC library cannot abort it.
setTimeout(() => process.exit(), 1_000).unref();
