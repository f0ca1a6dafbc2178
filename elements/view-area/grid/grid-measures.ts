/** Row height and gap of the widget grid in px (spec 1 §9). */
export const rowPx = 100;
export const gapPx = 12;
