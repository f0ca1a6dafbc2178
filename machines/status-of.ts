/** Returns the HTTP status of a failed call; undefined: the failure has none. */
export const statusOf = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'status' in failure ? failure.status : undefined;
