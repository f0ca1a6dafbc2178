/** Provides the type guard for objects under a path within the server. */
export { isObject } from '../../../api/is-object.js';
