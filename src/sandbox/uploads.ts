/** A file from a multipart form, read into memory. */
export class Upload {
  /** The sender's file name, which can't be trusted. */
  readonly name: string
  /** The MIME type that the sender claims. */
  readonly type: string
  readonly bytes: Uint8Array

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name
    this.type = type
    this.bytes = bytes
  }

  /** In bytes. */
  get size(): number {
    return this.bytes.length
  }
}

/** Reads a form's file into memory, and returns text unchanged. */
export async function readUpload(value: string | File): Promise<string | Upload> {
  if (typeof value === 'string') return value
  return new Upload(value.name, value.type, new Uint8Array(await value.arrayBuffer()))
}
