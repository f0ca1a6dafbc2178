/** Whether a text is an address of http or https: only these are called. Blanks around it are none of it: lists compare letter by letter. */
export const isWebAddress = (text: string): boolean =>
  text === text.trim() && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
