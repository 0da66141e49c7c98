import type { z } from 'zod'
import type { JsonFile } from './json-file.ts'

/** A document that only exists as long as this process. */
export function memoryFile<Schema extends z.ZodType>(schema: Schema): JsonFile<z.output<Schema>> {
  let value = schema.parse({})
  const write = (next: z.output<Schema>) => void (value = next)
  return {
    read: () => value,
    isInvalid: () => false,
    assertReadable: () => undefined,
    write,
    prepare: (next) => ({ commit: () => write(next), cancel: () => undefined }),
    saveOrReport: write,
    remove: () => write(schema.parse({})),
  }
}
