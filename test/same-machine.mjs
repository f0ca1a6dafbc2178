// Preloaded into servers whose answers are compared with stored texts. The host name, the number of processors and the
// time zone are defaults of inputs, users and collectors, so they must be the same on every machine.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

os.hostname = () => 'machine';
os.availableParallelism = () => 2;
process.env.TZ = 'UTC';
syncBuiltinESMExports();
