/** Flattens nested objects to fields: `{a: {b: 1}}` becomes `a_b`. */
import type { Fields } from './decoded.js';
import { cutName, mayBeSet, setField } from './field-names.js';
import { containerText, fieldValue } from './field-values.js';
import { ObjectWalk } from './object-walk.js';

const separator = '_';
const listSeparator = ', ';

function listText(list: readonly unknown[]): string {
  if (list.some((item) => typeof item === 'object' && item !== null)) return containerText(list);
  return list.map(String).join(listSeparator);
}

/** Adds the values of nested objects to the fields of one message, up to the limit of fields of `ObjectWalk`. */
export class Flattening {
  readonly #walk: ObjectWalk;

  /**
   * @param nameOf converts a key to its part of the field name
   * @param instead prefix for names that senders cannot set, such as `source`; absent: fields with these names are
   * dropped
   */
  constructor(
    fields: Fields,
    nameOf: (key: string) => string = (key) => key,
    private readonly instead?: string,
  ) {
    this.#walk = new ObjectWalk({
      separator,
      nameOf,
      intoObjects: true,
      found: (name, value) => {
        const flat = Array.isArray(value) ? listText(value) : fieldValue(value);
        if (flat !== undefined) setField(fields, name, flat);
      },
    });
  }

  /** Adds fields; existing fields keep their values. @throws DecodeFailure when a value is nested too deeply */
  add(entries: Iterable<readonly [string, unknown]>, prefix = ''): void {
    const before = cutName(prefix);
    for (const [key, value] of entries) {
      if (this.#walk.isFull) return;
      const name = this.#walk.nameOf(before, key);
      this.#walk.into(value, this.instead === undefined || mayBeSet(name) ? name : `${this.instead}${name}`);
    }
  }
}
