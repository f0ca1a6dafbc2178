/** Which steps a message goes through on its way in, as the message processors are set (contract administration, message processors). */

export interface Processing {
  /** Extractors and static fields. */
  readonly filters: boolean;
  /** The rules of streams; without them every message is of the default stream only. */
  readonly streams: boolean;
  /** Rules see messages as they came, before extractors and static fields. */
  readonly streamsFirst: boolean;
}

export const usualProcessing: Processing = { filters: true, streams: true, streamsFirst: false };
