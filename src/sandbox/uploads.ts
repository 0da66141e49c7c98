/** A file that came as a part of a multipart form, read whole. */
export class Upload {
  /** As the sender calls it: nothing to trust. */
  readonly name: string
  /** MIME type, as the sender says. */
  readonly type: string
  readonly bytes: Uint8Array

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name
    this.type = type
    this.bytes = bytes
  }

  /** Bytes. */
  get size(): number {
    return this.bytes.length
  }
}

/** Reads a file of a form; texts stay as they are. */
export async function readUpload(value: string | File): Promise<string | Upload> {
  if (typeof value === 'string') return value
  return new Upload(value.name, value.type, new Uint8Array(await value.arrayBuffer()))
}
