/** The package has no types of its own. */
declare module 'winston-log2gelf' {
  import type TransportStream from 'winston-transport';

  interface Log2gelfOptions {
    readonly host: string;
    readonly port: number;
    readonly protocol: 'tcp' | 'tls' | 'http' | 'https';
    readonly hostname?: string;
    readonly service?: string;
  }
  class Log2gelf extends TransportStream {
    constructor(options: Log2gelfOptions);
  }
  export = Log2gelf;
}
