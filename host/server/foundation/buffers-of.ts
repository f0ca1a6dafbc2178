/** Returns a stream of bytes for `for await`; Node.js declares the chunks of every stream as `any`. */
export const buffersOf = (stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> => stream;
