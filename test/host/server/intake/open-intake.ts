/** Opens an intake with a recording sink and one input on a free port of the loopback address. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Intake } from '../../../../host/server/intake/index.js';
import { createIntake } from '../../../../host/server/intake/index.js';
import type { AppendLimits } from '../../../../host/server/intake/appender.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-types.js';
import { createLog } from '../../../../host/server/log/log.js';
import { memoryDocuments, RecordingSink } from './recording-sink.js';

export type TypeName = keyof typeof inputTypeIds;

export interface OpenIntake {
  readonly intake: Intake;
  readonly sink: RecordingSink;
  /** Id of the input that was opened last. */
  readonly id: string;
  readonly port: number;
}

export async function openIntake(
  context: TestContext,
  type: TypeName,
  attributes: Record<string, unknown> = {},
  limits?: AppendLimits,
): Promise<OpenIntake> {
  const sink = new RecordingSink();
  const intake = await createIntake({
    documents: memoryDocuments(),
    sink,
    nodeId: 'node',
    log: createLog('error', () => undefined),
    inputs: false,
    secrets: {
      seal: async (text, purpose) => `v1.${purpose} ${text}`,
      open: async (sealed, purpose) => sealed.slice(`v1.${purpose} `.length),
    },
    ...(limits && { limits }),
  });
  await intake.start();
  context.after(() => intake.stop());
  const { id } = await intake.inputs.create(
    {
      title: type,
      type: inputTypeIds[type],
      global: true,
      configuration: { bind_address: '127.0.0.1', port: 0, ...attributes },
    },
    'admin',
  );
  const running = intake.inputs.running(id);
  if (running?.state !== 'RUNNING') throw new Error(`The input does not run: ${running?.detail}`);
  return { intake, sink, id, port: running.listening?.port ?? 0 };
}

export const countersOf = ({ intake, id }: OpenIntake) => {
  const counters = intake.inputs.running(id)?.counters;
  if (!counters) throw new Error('The input does not run.');
  return counters;
};

export async function sendUdp(port: number, ...packets: readonly (Buffer | string)[]): Promise<void> {
  const socket = createSocket('udp4');
  for (const packet of packets) {
    await new Promise<void>((resolve, reject) =>
      socket.send(packet, port, '127.0.0.1', (error) => (error ? reject(error) : resolve())),
    );
  }
  await new Promise<void>((resolve) => socket.close(resolve));
}

export async function openTcp(context: TestContext, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.setNoDelay(true);
  context.after(() => socket.destroy());
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

export const runningOf = ({ intake, id }: OpenIntake) => intake.inputs.running(id);

/** Stops an input and asserts that this does not wait for the ten-second timeout of a missing or silent broker. */
export async function stopAtOnce(open: OpenIntake): Promise<void> {
  const begun = performance.now();
  await open.intake.inputs.stop(open.id);
  assert.ok(performance.now() - begun < 5_000);
}
