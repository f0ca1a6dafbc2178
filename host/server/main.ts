/** Starts the program: reads options, prints the ready line, handles signals, sets exit codes. */
import { commandOf, runCommand } from './commands/commands.js';
import { helpText } from './options/help.js';
import { createLog, redact, type LogLevel } from './log/log.js';
import { askedFor, OptionError, readOptions, type ServerOptions } from './options/options.js';
import { startServer, type RunningServer } from './server.js';
import { version } from './foundation/version.js';
import { errorOf } from './foundation/caught.js';

/** Time limit of an orderly stop: below the ten seconds after which Docker sends SIGKILL by default. */
const stopWithinMs = 9000;
const exitCodes = { requested: 0, failed: 1, badOptions: 2 } as const;

const oneLine = (error: unknown) => String(redact(errorOf(error).message)).replace(/\s*\n\s*/g, ' ');

function options(): ServerOptions {
  const args = process.argv.slice(2);
  try {
    const requested = askedFor(args);
    if (requested !== undefined) {
      console.log(requested === 'help' ? helpText : version);
      process.exit(exitCodes.requested);
    }
    return readOptions(args, process.env, process.cwd());
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(oneLine(error));
    process.exit(exitCodes.badOptions);
  }
}

function logLevel(): LogLevel {
  const level = process.env['LOG_CONSOLE_LOG_LEVEL'];
  return level === 'debug' || level === 'warn' || level === 'error' ? level : 'info';
}

/** Runs the server until it is asked to stop. */
async function serve(): Promise<void> {
  const settings = options();
  const log = createLog(logLevel());
  let running: RunningServer | undefined;
  let stopping = false;

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Acknowledged messages are in the journal, so nothing is lost when the time limit ends the process.
    setTimeout(() => process.exit(code), stopWithinMs).unref();
    log.info('Server stops');
    await running?.close();
    process.exit(code);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // While the server is starting, everything accepted is already in the journal, so nothing needs flushing.
      if (!running) process.exit(exitCodes.requested);
      void stop(exitCodes.requested);
    });
  }
  process.on('unhandledRejection', (error) => log.error('Unhandled promise rejection', { error }));
  process.on('uncaughtException', (error) => {
    log.error('An error was not caught; the server stops', { error });
    void stop(exitCodes.failed);
  });

  try {
    running = await startServer(settings, log, () => void stop(exitCodes.requested));
    if (running.generatedPassword !== undefined) {
      console.log(
        `First start. Sign in as admin with the password ${running.generatedPassword} (it is not shown again).`,
      );
    }
    console.log(`Log Console listening on ${running.url}`);
  } catch (error) {
    const isFull = errorOf(error).code === 'ENOSPC';
    const toDo = isFull ? ` The disk of ${settings.data} is full: free some space there, then start it again.` : '';
    console.error(`Log Console cannot start: ${oneLine(error)}${toDo}`);
    process.exit(exitCodes.failed);
  }
}

/**
 * Executes a command or runs the server. This is a function because the built CommonJS file does not allow top-level
 * await.
 */
async function main(): Promise<void> {
  const command = commandOf(process.argv.slice(2));
  if (command === undefined) return serve();
  process.exit(await runCommand(command, process.argv.slice(3), process.env, process.cwd()));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(exitCodes.failed);
});
