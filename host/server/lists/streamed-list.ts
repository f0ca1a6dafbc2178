/** Streams a list: its elements are read and sent one after another, because together they may exceed the memory. */
import { Readable } from 'node:stream';
import { stringifyJson } from '../../../api/json.js';
import { StreamedAnswer } from '../http/registry.js';

/**
 * Returns a response that streams the list.
 * @param around object that contains the list as its property `name`; absent: the list itself is the response
 */
export function streamedList(
  items: AsyncIterable<unknown>,
  around?: { readonly name: string; readonly rest: object },
): StreamedAnswer {
  async function* text(): AsyncGenerator<string> {
    const rest = around && (stringifyJson(around.rest) ?? '{}').slice(0, -1);
    const comma = rest === '{' ? '' : ',';
    yield around ? `${rest}${comma}${JSON.stringify(around.name)}:[` : '[';
    let first = true;
    for await (const item of items) {
      yield `${first ? '' : ','}${stringifyJson(item)}`;
      first = false;
    }
    yield around ? ']}' : ']';
  }
  return new StreamedAnswer(Readable.from(text()));
}
