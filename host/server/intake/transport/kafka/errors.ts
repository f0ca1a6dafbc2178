/**
 * Lists error codes of the Kafka protocol that a consumer handles, and describes these and other codes
 * (https://kafka.apache.org/protocol#protocol_error_codes).
 */

export const codes = {
  offsetOutOfRange: 1,
  coordinatorLoading: 14,
  coordinatorNotAvailable: 15,
  illegalGeneration: 22,
  unknownMember: 25,
  rebalanceInProgress: 27,
  unsupportedCompression: 76,
} as const;

const names: Readonly<Record<number, string>> = {
  1: 'the offset is out of range',
  3: 'the topic or partition does not exist',
  5: 'the partition has no leader at the moment',
  6: 'the broker does not lead the partition any more',
  9: 'a replica is not available',
  14: 'the coordinator of the group is loading',
  15: 'the group has no coordinator at the moment',
  16: 'the broker does not coordinate the group any more',
  22: 'the group went on without this member',
  23: 'the group uses another way to share out partitions',
  24: 'the group id is not valid',
  25: 'the group does not know this member',
  27: 'the group is sharing out its partitions',
  29: 'the user may not read the topic',
  30: 'the user may not use the group',
  31: 'the user may not use the cluster',
  33: 'the way to log in (sasl.mechanism) is not known to the broker',
  34: 'the broker expects another way to log in',
  35: 'the broker does not know this version of the protocol',
  58: 'the broker refuses user name or password',
  74: 'the broker knows another leader of the partition',
  76: 'the broker does not return batches compressed with zstd',
  81: 'the group is full',
};

/** Thrown when a Kafka broker has returned an error code; the message describes the error. */
export class KafkaError extends Error {
  override name = 'KafkaError';

  constructor(
    readonly code: number,
    what: string,
    detail: string | null = null,
  ) {
    super(`${what}: ${names[code] ?? `error ${code}`}${detail ? ` (${detail})` : ''}.`);
  }
}

/** Checks the error code of a response. @throws KafkaError unless the code is 0 (success) */
export function check(code: number, what: string, detail?: string | null): void {
  if (code !== 0) throw new KafkaError(code, what, detail ?? null);
}
