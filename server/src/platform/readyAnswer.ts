/** An answer that is put together only where it has to be sent. */
export class ReadyAnswer {
  readonly etag: string;
  /** JSON that fits the call's schema. */
  readonly json: () => Buffer;

  constructor(etag: string, json: () => Buffer) {
    this.etag = etag;
    this.json = json;
  }
}
