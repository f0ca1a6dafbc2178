/** The pages of this area, for the console and the element. */
import type { Page } from '../../kit/pages.js';

export const usersPages: readonly Page[] = [];
