/** Checks unknown values. */
export { isObject } from '../../../api/is-object.js';
