import { hash } from 'node:crypto';

/** A JSON answer whose body is built only when it is sent: a 304 does not need it. */
export class TaggedJson {
  readonly etag: string;
  /** Builds JSON that matches the call's schema. */
  readonly json: () => Buffer;

  constructor(etag: string, json: () => Buffer) {
    this.etag = etag;
    this.json = json;
  }

  static of(answer: unknown): TaggedJson {
    return TaggedJson.ofText(JSON.stringify(answer));
  }

  static ofText(text: string): TaggedJson {
    const json = Buffer.from(text);
    return new TaggedJson(hash('sha256', json, 'base64url'), () => json);
  }
}
