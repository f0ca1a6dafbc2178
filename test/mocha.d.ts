// Declares the globals of Mocha that the browser tests use.
type Act = () => void | Promise<void>;
interface MochaTest {
  (title: string, run: (this: { timeout(ms: number): void }) => void | Promise<void>): { timeout(ms: number): void };
  skip(title: string, run: Act): void;
}
declare function describe(title: string, define: () => void): void;
declare const it: MochaTest;
declare function before(run: Act): void;
declare function after(run: Act): void;
declare function beforeEach(run: Act): void;
declare function afterEach(run: Act): void;
// oxlint-disable-next-line no-var -- the way to declare a property of globalThis
declare var gc: (() => void) | undefined;
/** Record of pages (elements/admin/records), bundled as a text. */
declare module '*.record.txt' {
  const text: string;
  export default text;
}
