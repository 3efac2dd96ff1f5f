import {
  STAFF_LIVE_FRAMES,
  type StaffLiveFrame,
  type StaffLiveState,
  staffLiveState,
} from '@companion/contract/staff/staffLive';

interface Field {
  json: string;
  version: number;
}

/**
 * What one audience may see, as frames of its streams. Each field has a version, so that a stream gets what has changed
 * since it was last written to, and nothing twice, however long that is ago.
 */
export class ChangedFrames {
  readonly #fields = new Map<StaffLiveFrame, Field>();
  /** By the version that a stream has: most streams have the same. */
  readonly #bytes = new Map<number, Buffer>();
  #state: StaffLiveState | undefined;
  #version = 0;

  /** Rises with each change. */
  get version(): number {
    return this.#version;
  }

  /** Undefined until the first state. */
  get state(): StaffLiveState | undefined {
    return this.#state;
  }

  /** @returns whether it differs from the state before */
  show(state: StaffLiveState): boolean {
    const before = this.#version;
    // Fields that the contract does not declare are not sent.
    this.#state = staffLiveState.parse(state);
    for (const field of STAFF_LIVE_FRAMES) {
      const value = this.#state[field];
      // This audience is not sent the field.
      if (value === undefined) continue;
      const json = JSON.stringify(value);
      if (this.#fields.get(field)?.json === json) continue;
      this.#version += 1;
      // The newest field comes last, so that the frames of a stream are in the order of their numbers.
      this.#fields.delete(field);
      this.#fields.set(field, { json, version: this.#version });
    }
    if (this.#version === before) return false;
    this.#bytes.clear();
    return true;
  }

  /** @param version which the stream has; 0 for a new one */
  since(version: number): Buffer {
    const made = this.#bytes.get(version) ?? Buffer.from(this.#framesSince(version));
    this.#bytes.set(version, made);
    return made;
  }

  #framesSince(version: number): string {
    const changed = [...this.#fields].filter(([, field]) => field.version > version);
    return changed.map(([field, { json, version: id }]) => `id: ${id}\nevent: ${field}\ndata: ${json}\n\n`).join('');
  }
}
